const WITHOUT_NETWORK = 2;
const WITHOUT_STORE = 4;

/** The codes of answers that a store is away, that of files too: the same call may be answered a moment later. */
export const AWAY_CODES: readonly string[] = ['UNAVAILABLE', 'FILES_UNAVAILABLE'];

/** True for a call that got no answer and may be sent again: reads always, commands by their id. */
export const maySendAgain = (failures: number, isLost: boolean): boolean =>
  isLost && failures < WITHOUT_NETWORK;

/**
 * True for a read that may be answered a moment later. Any other answer (there is no such thing, this is not allowed)
 * stays the same however often one asks.
 * @param isLost no answer came
 * @param isAway the server answered that a store is away
 */
export const mayReadAgain = (failures: number, isLost: boolean, isAway: boolean): boolean =>
  maySendAgain(failures, isLost) || (isAway && failures < WITHOUT_STORE);

/** Milliseconds before the next try. */
export const retryDelay = (attempt: number): number => 400 * 2 ** attempt;
