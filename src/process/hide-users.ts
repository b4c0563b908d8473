/** The text without what stands before the @ of its addresses: people put passwords there. */
export function hideUsers(text: string): string {
  return text.replace(/\/\/[^\s/"]+@/g, '//***@');
}
