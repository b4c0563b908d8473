/** For which lines can be written: shells, and two forms that programs read. */
export const shells = ['sh', 'bash', 'zsh', 'fish', 'pwsh', 'nu', 'json', 'dotenv'] as const;
export type Shell = (typeof shells)[number];
