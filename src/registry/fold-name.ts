/**
 * The form in which two names are one file on a disk that ignores case and Unicode form: NFKC, case folded,
 * ignorable characters gone. Folds a little more than Unicode's NFKC_Casefold, never less.
 */
export function foldName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  let folded = name;
  for (let step = 0, before = ''; before !== folded && step < 4; step++) {
    before = folded;
    folded = foldCase(
      folded.normalize('NFKC').replace(charactersOf('Default_Ignorable_Code_Point'), ''),
    ).normalize('NFKC');
  }
  return folded;
}

const ascii = /^[\x20-\x7e]*$/;

/** Made when it is asked for: what Unicode knows of a class takes a while to gather, and most names are ASCII. */
const charactersOf = (property: string): RegExp => new RegExp(`\\p{${property}}`, 'gu');

/** Character by character: a capital sigma at the end of a word must fold as anywhere else. */
function foldCase(text: string): string {
  return [...text].map((character) => lower(character.toUpperCase())).join('');
}

function lower(text: string): string {
  return [...text].map((character) => character.toLowerCase()).join('');
}
