import { isDeepStrictEqual } from 'node:util';
import { currentShape } from '#contracts/events/upcast.ts';
import type { Actor, DomainEvent } from '#contracts/events/index.ts';
import type { CommandContext } from './context.ts';
import { deriveId } from './derive-id.ts';
import { guessStream, loadStream, parseFact, type Fold, type Loaded } from './load-stream.ts';
import { isRetryable, WrongExpectedRevision, type NewEvent } from '../event-store/index.ts';
import { Refusal } from '../refusal.ts';
import { currentRequestId } from '../request-context.ts';
import { cannotBeKept, textThatCannotBeKept } from '../unkeepable-text.ts';

/** Who asks, under which command id, with which body. */
export type Command = { commandId: string; actor: Actor; bodyHash?: string | undefined };

export type EventToAppend = DomainEvent & { id: string };

/**
 * Appends at the exact revision that was loaded and returns the last event's log position. `recordedAt` is
 * the clock's, never earlier than the stream's last one (rule: Two axes). Throws WrongExpectedRevision when
 * another command was faster, and ZodError or Refusal, with nothing written, for an event that could not be
 * read back or shown.
 */
export async function appendEvents(
  context: CommandContext,
  loaded: Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastRecordedAt' | 'appended' | 'guess'>,
  events: readonly EventToAppend[],
  command: Command,
): Promise<bigint> {
  const now = context.clock().toISOString();
  const recordedAt = now > loaded.lastRecordedAt ? now : loaded.lastRecordedAt;
  const { commandId, actor, bodyHash } = command;
  const requestId = currentRequestId();
  const written = events.map(({ id, type, data }): NewEvent => ({
    id,
    type,
    data,
    metadata: {
      recordedAt,
      shape: currentShape(type),
      actor,
      commandId,
      ...(bodyHash === undefined ? {} : { bodyHash }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  }));
  const facts = written.map(readBack);
  const { revision, position } = await context.events.append(loaded.stream, loaded.revision, written);
  if (loaded.guess) loaded.guess.proved = true;
  // Only of a single event is the place in the log known: it stands in what some folds keep.
  const [fact, ...more] = facts;
  if (fact && more.length === 0) loaded.appended?.(loaded.revision, { ...fact, position }, revision);
  context.snapshots.reached(loaded.stream, revision);
  return position;
}

/** The event as a load would give it, but for its place in the log. */
function readBack({ id, type, data, metadata }: NewEvent): ReturnType<typeof parseFact> {
  const field = textThatCannotBeKept(data);
  if (field !== null) throw new Refusal(422, cannotBeKept(field), { field });
  // Through JSON, as through the store: what is undefined is left out.
  const stored: unknown = JSON.parse(JSON.stringify(data));
  return parseFact({ id, type, data: stored, metadata, position: 0n });
}

const ATTEMPTS = 50;

/**
 * Loads the stream, decides, appends; when someone else was faster, decides anew on what they wrote. `decide` is pure
 * and gives the events, or throws a Refusal, or gives none when there is nothing to do. A command repeated under its
 * id writes nothing and answers the position it reached (only within the stream's newest 64 events). `prepare` is called
 * with what was loaded and decided before each append, and may refuse it.
 */
export async function decideOnStream<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
  command: Command,
  decide: (state: State) => readonly DomainEvent[],
  prepare?: (loaded: Loaded<State>, events: readonly DomainEvent[]) => Promise<void>,
): Promise<{ position: bigint | null; events: readonly DomainEvent[] }> {
  return onFreshStream(context, stream, fold, async (loaded) => {
    const written = loaded.recent.find(({ id }) => id === deriveId(command.commandId, stream, 0));
    if (written) return { position: BigInt(written.position), events: [] };
    const events = decide(loaded.state);
    if (events.length === 0) return { position: null, events };
    await prepare?.(loaded, events);
    const identified = events.map((event, index) => ({
      ...event,
      id: deriveId(command.commandId, stream, index),
    }));
    return { position: await appendEvents(context, loaded, identified, command), events };
  });
}

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
