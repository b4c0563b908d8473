import { pointerPattern } from './json-pointer.ts';
import { declaredSegmentPattern } from './path-pattern.ts';
import { list, named, text } from './shape-makers.ts';
import { idPatterns, maxIdBytes, usualId } from './tool-id.ts';

/** The strings that descriptors are made of. */

/** Printable ASCII. */
const printable = /^[ -~]*$/;
const usualPath = /^\.?[\w-]+(?:[./][\w-]+|\/\.[\w-]+)*$/;
const usualPointer = /^(?:\/[ -.0-}]+)*$/;

const noControls = '^[^\\p{Cc}\\p{Cs}]*$';
const segments = `${declaredSegmentPattern('')}(?:/${declaredSegmentPattern('')})*`;
const starredSegments = `${declaredSegmentPattern('*')}(?:/${declaredSegmentPattern('*')})*`;

export const toolId = named(
  'toolId',
  text(
    'a tool id: no white space, separators, leading dot, control characters, device names or any of <>:"|?*@#',
    {
      max: maxIdBytes,
      usual: usualId,
      pattern: Object.values(idPatterns).map((broken) => `^(?![\\s\\S]*(?:${broken}))`),
    },
  ),
);

/** One line for people. */
export const line = named(
  'line',
  text('one line of at most 512 characters', { max: 512, pattern: noControls, usual: printable }),
);

export const shortLine = named(
  'shortLine',
  text('one line of at most 64 characters', { max: 64, pattern: noControls, usual: printable }),
);

export const argv = named(
  'argv',
  list(
    text('an argument of at most 512 characters without control characters', {
      max: 512,
      pattern: noControls,
      usual: printable,
    }),
    {
      min: 1,
      max: 32,
    },
  ),
);

export const relativePath = named(
  'relativePath',
  text('a relative path with / that stays where it begins', {
    max: 512,
    pattern: `^${segments}$`,
    usual: usualPath,
  }),
);

/** "" is the directory that paths are relative to. */
export const relativePathOrNone = named(
  'relativePathOrNone',
  text('"" or a relative path with / that stays where it begins', {
    min: 0,
    max: 512,
    pattern: `^(?:${segments})?$`,
    usual: usualPath,
  }),
);

export const pathPattern = named(
  'pathPattern',
  text('a relative path with / that stays where it begins, with at most one * in a segment', {
    max: 512,
    pattern: `^${starredSegments}$`,
    usual: usualPath,
  }),
);

export const fileNamePattern = named(
  'fileNamePattern',
  text('a file name with at most one *', { max: 128, pattern: `^${declaredSegmentPattern('*')}$` }),
);

/**
 * Names that would run code in the child, or take over the search for programs or our own folder. Any case:
 * Windows has one variable for all spellings. HOME passes here and is judged with the shape of the relocation.
 */
const refusedVariables = ['PATH', 'PATHEXT', 'COMSPEC', 'BASH_ENV', 'NODE_OPTIONS', '__proto__'];
const refusedFamilies = ['LD_', 'DYLD_', 'AI_TOOLS_'];

export const variableName = named(
  'variableName',
  text('the name of a variable, and not one that steers programs (PATH, LD_*, DYLD_*, NODE_OPTIONS …)', {
    max: 128,
    pattern: `^(?!(?:${[...refusedVariables.map((name) => `${anyCase(name)}$`), ...refusedFamilies.map(anyCase)].join('|')}))[A-Za-z_][A-Za-z0-9_]*$`,
  }),
);

export const variableNames = named('variableNames', list(variableName, { max: 256, unique: true }));

/** What a variable of the relocation becomes is absolute, so it begins with something that is. */
export const homeTemplate = template('homeTemplate', ['home', 'shared', 'userHome']);

export const systemTemplate = template('systemTemplate', [
  'userHome',
  'xdgConfig',
  'xdgData',
  'xdgState',
  'xdgCache',
]);

const probeRoots = ['userHome', 'home', 'cwd', 'ancestors', 'xdgConfig', 'xdgData', 'xdgState', 'xdgCache'];

export const probeTemplate = template('probeTemplate', probeRoots);

/** A last segment `**` is the directory and everything below. */
export const leakTemplate = template(
  'leakTemplate',
  [...probeRoots, 'tmp'],
  `(?:\\*\\*|${starredSegments}(?:/\\*\\*)?)`,
);

export const programPath = named(
  'programPath',
  text('an absolute path, or one that begins with {userHome}, with / between segments', {
    max: 512,
    pattern: `^(?:\\{userHome\\}|[A-Za-z]:)?/${segments}$`,
  }),
);

export const pointer = named(
  'pointer',
  text('a JSON pointer, or "" for the whole file', {
    min: 0,
    max: 512,
    pattern: pointerPattern,
    usual: usualPointer,
  }),
);

export const programName = text('the name of a program', {
  max: 64,
  pattern: '^[A-Za-z0-9_][A-Za-z0-9._+-]*$',
});

export const npmPackage = text('the name of an npm package', {
  max: 214,
  pattern: '^(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$',
});

export const extensionId = text('the id of an extension, publisher.name', {
  max: 128,
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]*\\.[A-Za-z0-9][A-Za-z0-9._-]*$',
});

export const settingName = text('the name of a setting, with dots', {
  max: 128,
  pattern: '^[A-Za-z][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*$',
});

export const version = text('a version such as 1.2.3', {
  max: 64,
  pattern: '^[0-9]+(?:\\.[0-9]+){0,3}(?:[-+][0-9A-Za-z.+-]+)?$',
});

export const date = text('a date, YYYY-MM-DD', {
  max: 10,
  pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
});

export const webAddress = text('an https address', {
  max: 512,
  pattern: '^https://[^\\s\\p{Cc}\\p{Cs}"<>\\\\^`{|}]+$',
});

export const capability = text('the name of a capability', {
  max: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]*$',
});

/** A colour may colour: any other escape sequence could rewrite the terminal. */
export const colour = text('"" or SGR escape sequences', {
  min: 0,
  max: 64,
  pattern: '^(?:\\u001b\\[[0-9:;]*m)*$',
});

/** An id in brackets between a colour and its end. */
export const taggedId = text('the id in brackets, in its colour', {
  max: 256,
  pattern: '^(?:\\u001b\\[[0-9:;]*m)*\\[[^\\p{Cc}\\p{Cs}]*\\]\\u001b\\[0m$',
});

function template(name: string, roots: readonly string[], below = segments) {
  const says = `a path that begins with ${roots.map((root) => `{${root}}`).join(', ')}`;
  return named(
    name,
    text(says, {
      max: 512,
      pattern: `^\\{(?:${roots.join('|')})\\}(?:/${below})?$`,
      usual: usualTemplate(roots),
    }),
  );
}

function usualTemplate(roots: readonly string[]): RegExp {
  return new RegExp(`^\\{(?:${roots.join('|')})\\}(?:/\\.?[\\w-]+(?:\\.[\\w-]+)*)*$`);
}

function anyCase(name: string): string {
  return name.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}
