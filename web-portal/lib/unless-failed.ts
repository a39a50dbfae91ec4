/** What a call of a mutation gives; undefined where it failed, which the query client has shown already. */
export const unlessFailed = <Result>(calling: Promise<Result>): Promise<Result | undefined> =>
  calling.catch(() => undefined);
