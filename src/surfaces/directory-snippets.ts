import { accountWords, type Snippet, type SnippetFacts, sharingWarnings, snippet } from './snippet-parts.ts';

/** direnv runs bash: the file asks us each time, and holds no value. */
export function direnvSnippet(facts: SnippetFacts): Snippet {
  return snippet(
    '#',
    {
      file: '.envrc, then: direnv allow',
      comments: keyComments(facts),
      warnings: sharingWarnings(facts),
    },
    `has tools && ${evalLine(facts)}`,
  );
}

/** A table of variables; for a key, which no file is to hold, a script that asks us. */
export function miseSnippet(facts: SnippetFacts): Snippet {
  const { environment } = facts;
  if (environment.keyVariable !== null) {
    const script = '.ai-tools.env.sh';
    return snippet(
      '#',
      {
        file: `mise.local.toml, and the last line without its # into ${script} beside it`,
        comments: keyComments(facts),
        warnings: sharingWarnings(facts),
      },
      `[env]\n_.source = "{{config_root}}/${script}"\n# ${evalLine(facts)}`,
    );
  }
  const lines = [
    ...Object.entries(environment.set).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    // Takes a variable away.
    ...environment.unset.map((name) => `${name} = false`),
  ];
  return snippet(
    '#',
    {
      file: 'mise.local.toml (paths of this computer: not for a repository)',
      comments: [],
      warnings: sharingWarnings(facts),
    },
    ['[env]', ...lines].join('\n'),
  );
}

function keyComments({ environment }: SnippetFacts): readonly string[] {
  return environment.keyVariable === null
    ? []
    : ['The key is asked for when you come in, and is in no file.'];
}

function evalLine(facts: SnippetFacts): string {
  const reveal = facts.environment.keyVariable === null ? '' : ' --reveal';
  return `eval "$(tools env ${accountWords(facts)} --shell bash${reveal})"`;
}
