/** The shells that `tools init` knows, as their programs are called. */
export const initShells = ['bash', 'zsh', 'fish', 'pwsh', 'nu'] as const;
export type InitShell = (typeof initShells)[number];
