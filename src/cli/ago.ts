const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** From then on the day says more than how long ago it was. */
const longAgo = 30 * day;

/** How long ago something was, in a cell: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, `2026-10-02`. */
export function agoInWords(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  if (passed > longAgo) return then.toISOString().slice(0, 10);
  const days = Math.floor(passed / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
