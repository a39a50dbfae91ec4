import { expect } from 'vitest';
import { Refusal } from '../refusal.ts';

/** What a refusal must contain; a field that is left out may be anything. `message` is a part of the text. */
type Refused = {
  readonly status?: number;
  readonly code?: string;
  readonly field?: string;
  readonly message?: string;
  /** All of the named fields, where there are several. */
  readonly errors?: readonly object[];
};

type Decided<Decision> = {
  /** Exactly these events; an empty list where nothing changes. */
  then(events: readonly Decision[]): void;
  /** The refusal that the command is answered with. */
  thenRefused(refused: Refused): void;
};

type Given<State> = {
  readonly state: State;
  /**
   * What a pure decider makes of a command in this state: `when(closeDesire, command, now)`. Its events may be of another
   * stream, as an instruction over parcels is recorded on its customer's.
   */
  when<Decision, Rest extends readonly unknown[]>(
    decide: (state: State, ...rest: Rest) => readonly Decision[],
    ...rest: Rest
  ): Decided<Decision>;
};

/**
 * Tests of deciders that read as rules: given what has happened, when a command comes, then these events or a refusal.
 *
 *     const given = givenFrom(newCustomer(7), evolveCustomer);
 *     given(registered).when(registerCustomer, { identity }, AT).thenRefused({ status: 409 });
 *
 * @param start the state of a stream without events
 * @param evolve the stream's fold; `index` counts the events from 0
 */
export function givenFrom<State, Event>(
  start: State,
  evolve: (state: State, event: Event, index: number) => State,
): (...events: readonly Event[]) => Given<State> {
  return (...events) => {
    const state = events.reduce<State>(evolve, start);
    return {
      state,
      when: (decide, ...rest) => ({
        then: (expected) => expect(decide(state, ...rest)).toEqual(expected),
        thenRefused: (refused) => expectRefusal(() => decide(state, ...rest), refused),
      }),
    };
  };
}

function expectRefusal(decide: () => unknown, { message = '', ...details }: Refused): void {
  const decided = outcomeOf(decide);
  // What is not a refusal is shown as what it is.
  expect(decided).toBeInstanceOf(Refusal);
  expect(decided).toMatchObject({ ...details, message: expect.stringContaining(message) as string });
}

function outcomeOf(decide: () => unknown): unknown {
  try {
    return decide();
  } catch (error) {
    return error;
  }
}
