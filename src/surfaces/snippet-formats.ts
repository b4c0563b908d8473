/** What a snippet can be for. */
export const snippetFormats = ['vscode', 'devcontainer', 'direnv', 'mise'] as const;
export type SnippetFormat = (typeof snippetFormats)[number];
