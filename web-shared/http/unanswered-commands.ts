/** One sending of a command. */
type Attempt = { readonly key: string };

/**
 * Commands whose answer has not come, each with its last attempt: the same command sent again has the same key, so that it
 * is never done twice (rule: Repeated commands).
 */
const unanswered = new Map<string, Attempt>();

/**
 * Whether an answer leaves open what came of the command: a server or a proxy failed, or a store went away while it was
 * carried out, on which the portal's calls answer 402 with `retry-after`.
 */
const leavesOpen = ({ status, headers }: Response): boolean => status >= 500 || headers.has('retry-after');

/**
 * Sends a command under its key: a fresh one, or that of its last attempt when no answer to that has come. Once another
 * command is answered, what came of those attempted before it was sent can be seen, and a later attempt is a new command
 * (rule: Lost answers).
 * @param command what is asked for, the same text for the same command
 * @throws what `sendUnder` throws; the key is kept
 */
export async function underKeptKey(
  command: string,
  freshKey: string,
  sendUnder: (key: string) => Promise<Response>,
): Promise<Response> {
  const kept = unanswered.get(command);
  const attempt = { key: kept?.key ?? freshKey };
  const earlier = [...unanswered];
  try {
    const response = await sendUnder(attempt.key);
    if (leavesOpen(response)) unanswered.set(command, attempt);
    else if (kept) unanswered.delete(command);
    else for (const [other, tried] of earlier) if (unanswered.get(other) === tried) unanswered.delete(other);
    return response;
  } catch (error) {
    unanswered.set(command, attempt);
    throw error;
  }
}

/** Forgets unanswered commands when the session changes. */
export function forgetUnanswered(): void {
  unanswered.clear();
}

/**
 * The words for a call that got no answer. Of a command that was sent it is not known whether it was done.
 * @param sent whether the call may have reached the server
 */
export function noAnswerWords({ command, sent }: { command: boolean; sent: boolean }): string {
  if (!command) return 'No connection to the server. Please try again.';
  return sent
    ? 'No connection to the server: no answer came, so it may have been done or not. Please try again; it is not done twice.'
    : 'No connection to the server. Nothing was changed; please try again.';
}

/** Whether this browser has a network; without one, no call leaves it. */
export const hasNetwork = (): boolean => navigator.onLine;
