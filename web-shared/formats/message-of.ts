/** When nothing better is known (product: Error catalogue). */
export const NO_MESSAGE = 'An error occurred.';

/** An error in words that can be shown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : NO_MESSAGE;
