import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../../src/registry/index.ts';

/** A tool that has each kind of thing that is shared, or must not be. */
export const demo: ToolDescriptor = {
  id: 'demo',
  displayName: 'Demo',
  configDirEnvVar: 'DEMO_HOME',
  sessionSubdirectories: ['sessions'],
  retention: [
    {
      governs: ['sessions', 'history.jsonl'],
      file: 'settings.json',
      format: 'json',
      pointer: '/cleanupDays',
      safe: 36500,
    },
  ],
  directories: [
    { path: 'auth.json', class: 'identity', kind: 'file', format: 'json', secret: true },
    { path: 'sessions', class: 'shared', kind: 'directory', guardedBy: ['locks'] },
    { path: 'locks', class: 'shared', kind: 'directory' },
    { path: 'commands', class: 'shared', kind: 'directory' },
    { path: 'skills', class: 'shared', kind: 'directory' },
    { path: 'skills/.system', class: 'disposable', kind: 'directory' },
    { path: 'plugins', class: 'shared', kind: 'directory' },
    {
      path: 'plugins/known.json',
      class: 'identity',
      kind: 'file',
      format: 'json',
      holdsAbsolutePaths: true,
    },
    { path: 'history.jsonl', class: 'shared', kind: 'file', format: 'text', linkSafe: true },
    { path: 'notes.md', class: 'shared', kind: 'file', format: 'text' },
    {
      path: 'settings.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [{ pointer: '/theme', class: 'shared', merge: 'value' }],
    },
  ],
};

export const demoRegistry: AIToolRegistry = new AIToolRegistry();
demoRegistry.register(demo);
export const demoTool = demoRegistry.tool('demo') as AITool;
