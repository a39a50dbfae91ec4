/** True for an error with one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(error.code);

/** What is asked of a file; undefined where there is none. Throws the file system's other errors. */
export const unlessGone = <Answer>(asked: Promise<Answer>, codes = ['ENOENT']): Promise<Answer | undefined> =>
  asked.catch((error: unknown) => {
    if (hasCode(error, ...codes)) return undefined;
    throw error;
  });
