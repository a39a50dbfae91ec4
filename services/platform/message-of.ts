/** What an error says, or what was thrown instead of one, as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
