/** Failures of mutations, each of which was shown when it came: by the query client, or by the mutation's own caller. */
const shown = new WeakSet<Error>();

/** Notes a failure of a mutation as shown. */
export const noteShown = (error: Error): void => void shown.add(error);

/** What the calls of mutations give; undefined where one failed, which was shown already. Rejects with any other error. */
export async function unlessFailed<Result>(calling: Promise<Result>): Promise<Result | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof Error && shown.has(error)) return undefined;
    throw error;
  }
}
