/** What is wrong with one cell, or with a row as a whole (`column` empty). Rows count as a spreadsheet does, headings 1. */
export type FeedProblem = { row: number; column: string; value: string; message: string };

/** The file as a whole cannot be used; nothing was changed. The message names the remedy. */
export class UnreadableFeed extends Error {
  override readonly name = 'UnreadableFeed';
}
