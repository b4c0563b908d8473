import { createHmac } from 'node:crypto';
import { built } from './built.mjs';

/** One key of a 10 MB file changed: editing and merging it against JSON.parse + JSON.stringify(…, 2). */
export async function mergeRows() {
  const { editDocument, spliceJson, mergeStep, baseAfter, parseStrictly } = await built(
    'merge/index.ts',
    'formats/index.ts',
    'formats/splice-json.ts',
  );
  const document = documentOf(10_000);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const changed = text.replace('"theme": "dark"', '"theme": "light"');
  const wanted = { ...document, theme: 'light' };
  const rounds = { whole: [], splice: [], edit: [], read: [], still: [], push: [], four: [] };
  const hash = (each) => createHmac('sha256', 'salt').update(each).digest('base64url').slice(0, 22);
  const input = inputOf(text, text, hash);
  const base = baseAfter(mergeStep(input), { shared: true, home: true, now: 2 });
  const large = `${JSON.stringify(documentOf(40_000), null, 2)}\n`;
  for (let round = 0; round < 7; round += 1) {
    rounds.whole.push(timeOf(() => JSON.stringify({ ...JSON.parse(text), theme: 'light' }, null, 2)));
    rounds.splice.push(timeOf(() => spliceJson(text, document, wanted)));
    rounds.edit.push(timeOf(() => editDocument(text, 'json', document, wanted)));
    rounds.read.push(timeOf(() => parseStrictly(text, 'json')));
    rounds.still.push(timeOf(() => mergeStep({ ...input, base, now: 3 })));
    rounds.push.push(timeOf(() => mergeStep({ ...input, base, home: changed, now: 3 })));
    if (round < 3) rounds.four.push(timeOf(() => mergeStep(inputOf(large, large, hash))));
  }
  const ratio = (name, to = 'whole') => (median(rounds[name]) / median(rounds[to])).toFixed(2);
  const ms = (name) => median(rounds[name]).toFixed(0);
  return [
    [`parse + stringify(2), ${(text.length / 1e6).toFixed(0)} MB`, '1.00', '', ms('whole')],
    ['read strictly', ratio('read'), '', ms('read')],
    ['change one key, not read again', ratio('splice'), '', ms('splice')],
    ['change one key, checked by reading it', ratio('edit'), '', ms('edit')],
    ['merge, nothing changed', ratio('still'), '', ms('still')],
    ['merge, one key pushed', ratio('push'), '', ms('push')],
    ['merge of four times as much × merge', ratio('four', 'still'), '', ms('four')],
  ];
}

function inputOf(shared, home, hash) {
  return {
    format: 'json',
    rules: [
      { pointer: '/theme', class: 'shared', merge: 'value' },
      { pointer: '/projects', class: 'shared', merge: 'map' },
      { pointer: '/projects/*/allowedTools', class: 'shared', merge: 'set' },
      { pointer: '/projects/*/last*', class: 'shared', merge: 'private' },
    ],
    shared,
    home,
    root: { id: 'root', gen: 0, tombstones: {} },
    base: undefined,
    live: { state: 'none' },
    pull: true,
    unshared: { homes: ['/nowhere'], names: [] },
    now: 1,
    hash,
  };
}

/** About a kilobyte a project, as a tool that is used every day writes it. */
function documentOf(count) {
  const projects = Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      `/home/someone/work/project-${nth}`,
      {
        allowedTools: ['Bash(npm test)', 'Read'],
        history: Array.from({ length: 6 }, (__, line) => ({
          display: `what was asked in line ${line} of project ${nth}, "quoted", with a \\ in it`,
          pastedContents: {},
        })),
        hasTrustDialogAccepted: true,
        projectOnboardingSeenCount: nth % 4,
        lastCost: nth / 7,
        lastSessionId: `0f8fad5b-d9cb-469f-a165-${nth}`,
      },
    ]),
  );
  return { theme: 'dark', projects };
}

function timeOf(call) {
  const start = performance.now();
  call();
  return performance.now() - start;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
