/** Milliseconds for what a module does when it is told to: to register what it brings, and to put away what it holds. */
export const moduleLimits = { setupMs: 15_000, disposeMs: 5_000 } as const;
