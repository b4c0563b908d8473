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
