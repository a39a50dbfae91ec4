import type { ReadState } from '#services/platform/http/index.ts';
import type { CommitJournal, Moment } from './commit-journal.ts';

/** An answer from the read models, and everything that can change it (`concerns`) except a rebuild or a retry. */
export type MadeAnswer<Value> = { readonly value: Value; readonly madeOf: readonly string[] };

/** Keeps answers while nothing that they are made of has changed. */
export type KeptAnswers<Value> = {
  /** @param state the state that the answer must be at least as new as */
  get(key: string, state: ReadState, make: () => Promise<MadeAnswer<Value>>): Promise<Value>;
};

type Entry<Value> = {
  readonly answer: Promise<MadeAnswer<Value>>;
  /** Null while it is being made. */
  madeOf: readonly string[] | null;
  bytes: number;
  readonly word: string;
  readonly mark: string;
  readonly since: Moment;
};

/**
 * Keeps answers; the least recently used are dropped when together they exceed `maxBytes`. An answer is valid while the
 * read models stay where they were, and beyond that while the journal proves that nothing it is made of was touched.
 */
export function keptAnswers<Value>(
  journal: CommitJournal,
  maxBytes: number,
  bytesOf: (made: MadeAnswer<Value>) => number,
): KeptAnswers<Value> {
  const kept = new Map<string, Entry<Value>>();
  let total = 0;

  const forget = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const isGood = ({ word, mark, since, madeOf }: Entry<Value>, state: ReadState): boolean =>
    word === state.word ||
    (mark === state.mark && journal.covers(state.places) && journal.unchangedSince(since, madeOf));

  return {
    async get(key, state, make) {
      const known = kept.get(key);
      if (known && isGood(known, state)) {
        kept.delete(key);
        kept.set(key, known);
        return (await known.answer).value;
      }
      forget(key);
      const since = journal.now();
      const one: Entry<Value> = {
        answer: make(),
        madeOf: null,
        bytes: 0,
        word: state.word,
        mark: state.mark,
        since,
      };
      kept.set(key, one);
      try {
        const made = await one.answer;
        if (kept.get(key) === one) {
          one.madeOf = made.madeOf;
          one.bytes = bytesOf(made);
          total += one.bytes;
        }
        for (const oldest of kept.keys()) {
          if (total <= maxBytes || oldest === key) break;
          forget(oldest);
        }
        return made.value;
      } catch (error) {
        if (kept.get(key) === one) forget(key);
        throw error;
      }
    },
  };
}
