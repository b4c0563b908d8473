/** What a call throws; fails when it throws nothing. */
export function thrownBy(call: () => unknown): unknown {
  let returned: unknown;
  try {
    returned = call();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown, but ${String(returned)} returned`);
}
