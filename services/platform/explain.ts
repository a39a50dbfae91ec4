import { messageOf } from './message-of.ts';

/**
 * What a program prints when it ends with an error: one sentence when the file system refused something,
 * else the stacks of the error and its causes. Never their other properties, which may hold connections and secrets.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  if ('path' in error && 'code' in error) return `${error.message}. Correct that, and start again.`;
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\nCaused by: ${explain(error.cause)}`;
}
