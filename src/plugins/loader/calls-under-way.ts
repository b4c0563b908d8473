/** Whose code is at work in this process, each as often as it was called. Of the process, as its end is. */
const underWay: string[] = [];

/** Notes that a plugin is being called, until it has answered. A process that ends before that, it may have ended. */
export async function noteCall<Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> {
  underWay.push(id);
  try {
    return await call();
  } finally {
    underWay.splice(underWay.lastIndexOf(id), 1);
  }
}

export function isBeingCalled(id: string): boolean {
  return underWay.includes(id);
}
