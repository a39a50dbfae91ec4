import { isDeepStrictEqual } from 'node:util';
import type { Fold } from '#contracts/events/index.ts';
import { isRetryable, WrongExpectedRevision } from '../event-store/index.ts';
import type { CommandContext } from './context.ts';
import { guessStream, loadStream, type Loaded } from './load-stream.ts';

const ATTEMPTS = 50;

/**
 * Runs `attempt` on the stream as it is now, again from a fresh load whenever its append finds the stream moved on.
 * `known`, a load made a moment ago, spares the first one: the exact revision finds out when it is no longer true.
 * So does what this process last knew of the stream; but what it leads to only counts when an append at its revision
 * has proved it, or else a load afterwards that finds the stream to be just that.
 */
export async function onFreshStream<State, Answer>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
  attempt: (loaded: Loaded<State>) => Promise<Answer>,
  known?: Loaded<State>,
): Promise<Answer> {
  let loaded = known;
  const guessed = known ? undefined : guessStream(context, stream, fold);
  if (guessed) {
    const outcome = await outcomeOf(() => attempt(guessed));
    // After the append, and when the store cannot be reached, a load would change nothing.
    if (guessed.guess?.proved || ('error' in outcome && isRetryable(outcome.error))) return answerOf(outcome);
    loaded = await loadStream(context, stream, fold);
    const raced = 'error' in outcome && outcome.error instanceof WrongExpectedRevision;
    if (!raced && isAsGuessed(loaded, guessed)) return answerOf(outcome);
  }
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(attempts === 1 && loaded ? loaded : await loadStream(context, stream, fold));
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempts >= ATTEMPTS) throw error;
    }
  }
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

async function outcomeOf<Answer>(work: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { error };
  }
}

function answerOf<Answer>(outcome: Outcome<Answer>): Answer {
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

const isAsGuessed = (loaded: Loaded<unknown>, guessed: Loaded<unknown>): boolean =>
  loaded.revision === guessed.revision &&
  loaded.lastRecordedAt === guessed.lastRecordedAt &&
  isDeepStrictEqual(loaded.recent, guessed.recent) &&
  isDeepStrictEqual(loaded.state, guessed.state);
