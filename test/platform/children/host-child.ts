// Says what the Host of this process says, one JSON object.
import { ToolsError } from '../../../src/errors/index.ts';
import { appPaths, nodeHost } from '../../../src/platform/index.ts';

const tell = <Value>(read: () => Value): Value | { readonly code: string } => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolsError) return { code: error.code };
    throw error;
  }
};

const host = nodeHost();
process.stdout.write(
  JSON.stringify({
    homeDir: tell(() => host.homeDir),
    cwd: tell(() => host.cwd),
    root: tell(() => appPaths(host).root),
    userName: host.userName,
    platform: host.platform,
  }),
);
