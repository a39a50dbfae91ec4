import type { ReadState } from '#services/platform/http/index.ts';
import { recentlyUsed } from '#services/platform/recently-used.ts';
import type { CommitJournal, Moment } from './commit-journal.ts';

/** An answer from the read models, and everything that can change it (`concerns`) except a rebuild or a retry. */
export type MadeAnswer<Value> = { readonly value: Value; readonly concerns: readonly string[] };

/** Keeps answers while nothing that they are made of has changed. */
export type KeptAnswers<Value> = {
  /** @param state the state that the answer must be at least as new as */
  get(key: string, state: ReadState, make: () => Promise<MadeAnswer<Value>>): Promise<Value>;
};

type Entry<Value> = {
  readonly value: Promise<MadeAnswer<Value>>;
  /** Null while it is being made. */
  concerns: readonly string[] | null;
  readonly version: string;
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
  const kept = recentlyUsed<MadeAnswer<Value>, Entry<Value>>(maxBytes, bytesOf);
  const isGood = ({ version, mark, since, concerns }: Entry<Value>, state: ReadState): boolean =>
    version === state.version ||
    (mark === state.mark && journal.covers(state.places) && journal.unchangedSince(since, concerns));

  return {
    async get(key, state, make) {
      const known = kept.use(key);
      if (known && isGood(known, state)) return (await known.value).value;
      const since = journal.now();
      const { version, mark } = state;
      const one: Entry<Value> = { value: make(), concerns: null, version, mark, since };
      const made = await kept.keep(key, one);
      one.concerns = made.concerns;
      return made.value;
    },
  };
}
