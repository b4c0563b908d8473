import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';
import type { FakePackage } from '../support/fake-registry.ts';

/** A tool that comes from npm. */
export function demoTool(executable: Partial<NonNullable<ToolDescriptor['executable']>> = {}): AITool {
  const registry = new AIToolRegistry();
  registry.register({
    id: 'demo',
    displayName: 'Demo',
    configDirEnvVar: 'DEMO_HOME',
    environment: { apiKey: ['DEMO_API_KEY'] },
    executable: {
      names: ['demo'],
      npmPackage: '@made/demo',
      versionArgs: ['--version'],
      versionFrom: 'output',
      ...executable,
    },
  });
  return registry.tool('demo') as AITool;
}

/** A version of its package, whose program prints the version. */
export function demoPackage(version: string, more: Partial<FakePackage> = {}): FakePackage {
  return {
    name: '@made/demo',
    version,
    tags: ['latest'],
    ...more,
    files: { 'cli.js': `#!/usr/bin/env node\nconsole.log('demo ${version}');\n`, ...more.files },
    manifest: { bin: { demo: 'cli.js' }, ...more.manifest },
  };
}
