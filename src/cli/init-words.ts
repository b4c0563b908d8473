import { type FilePlan, type InitPlan, isChanged } from '../shells/index.ts';

/** What is done to which files, for programs. */
export function initDocument({ shell, files }: InitPlan) {
  return {
    shell,
    files: files.map((plan) => ({
      path: plan.file.path,
      realPath: plan.file.realPath,
      action: actionOf(plan),
      lines: plan.is,
    })),
  };
}

/** The same for people: each file, and what goes out and what comes in. */
export function initLines({ files }: InitPlan): readonly string[] {
  return files.flatMap((plan) => {
    const { file } = plan;
    const behind = file.realPath === file.path ? '' : ` (a link to ${file.realPath})`;
    return [`${file.path}${behind}: ${actionOf(plan)}`, ...differenceOf(file.text ?? '', plan.text ?? '')];
  });
}

/** What was done, for people. */
export function doneLines({ shell, files }: InitPlan): readonly string[] {
  const changed = files.filter(isChanged);
  const isWritten = files.some(({ is }) => is !== null);
  if (changed.length === 0)
    return isWritten
      ? ['it is all there already', `it counts in every ${shell} that was started since`]
      : ['there is nothing of ours to take away'];
  const lines = changed.map(({ file, is, text }) => {
    if (is !== null) return `written to ${file.path}`;
    return `taken out of ${file.path}${text === undefined ? ', which is gone again' : ''}`;
  });
  return isWritten ? [...lines, `it counts in every ${shell} that starts from now on`] : lines;
}

function actionOf(plan: FilePlan): 'none' | 'create' | 'delete' | 'add' | 'renew' | 'remove' {
  if (!isChanged(plan)) return 'none';
  if (plan.file.text === undefined) return 'create';
  if (plan.text === undefined) return 'delete';
  if (plan.is === null) return 'remove';
  return plan.was === null ? 'add' : 'renew';
}

/** The lines that go and those that come: the block is one piece. */
function differenceOf(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
