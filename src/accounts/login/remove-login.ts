import { readPointers, setPointer } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, LoginPart } from '../../registry/index.ts';
import { removeTree, writeAtomic } from '../../state/index.ts';
import { targetOf } from '../home/assert-value.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { readToolFile } from '../home/tool-file.ts';
import { isWhole } from './overlay-login.ts';

/** Removes exactly what a login owns of a home. @throws ToolsError REMOVE_FAILED, and those of writing */
export function removeLogin(host: Host, tool: AITool, paths: HomePaths): void {
  for (const part of tool.login ?? []) {
    const path = paths.fileOf(part);
    if (isWhole(part)) {
      if (host.files.lstat(path)) removeTree(host, path);
    } else removeKeys(host, part, targetOf(host, path));
  }
}

function removeKeys(host: Host, part: LoginPart, path: string): void {
  const { format } = part;
  if (format === 'binary' || format === 'dotenv') return;
  const file = readToolFile(host, path, format);
  if (file.state !== 'read') return;
  const pointers = readPointers(file.value, part.pointer).map(({ pointer }) => pointer);
  const text = pointers.reduce(
    (edited, pointer) => setPointer(edited, format, pointer, undefined, path),
    file.text,
  );
  if (text !== file.text) writeAtomic(host, path, text, 0o600);
}
