import { useId } from 'react';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { headingOf } from '../../lists/stone-facts.ts';
import { entryDetail, goneWords } from '../../lists/lookup/entry-words.ts';
import { nameOf, type Entry } from '../../lists/lookup/entry.ts';
import type { LookedUp } from '../../lists/lookup/numbers.ts';
import { countOf, ResultGroup, ResultLine, Results } from '../../lists/lookup/results.tsx';
import type { Entries } from '../../lists/lookup/use-entries.ts';
import styles from './find.module.css';

type Names = ReadonlySet<string>;
type PasteResultsProps = {
  looked: LookedUp;
  /** Whether all lists were looked through. */
  lists: Pick<Entries, 'loading' | 'error' | 'retry'>;
  /** The found that are not chosen, of numbers that one stone alone has, by name. */
  left: Names;
  onLeave: (left: Names) => void;
  /** The near matches, and those of several with one number, that are chosen, by name. */
  taken: Names;
  onTake: (taken: Names) => void;
};

const [FOUND, NEAR, GONE] = ['Found', 'Near matches', 'Gone'];

/**
 * What became of the numbers: found ones are chosen until they are left, near matches and those of several with one
 * number once they are taken.
 */
export function PasteResults({ looked, lists, left, onLeave, taken, onTake }: PasteResultsProps) {
  const { loading, error, retry } = lists;
  const known = !loading && !error;
  const found = looked.found.flatMap((one) => one.entries).length;
  const counts = [
    [FOUND, found],
    [NEAR, looked.near.length],
    [GONE, known ? looked.gone.length : 0],
  ] as const;
  const offered = ({ number, entries }: LookedUp['near'][number]) =>
    entries.map((entry) => (
      <EntryRow
        key={`${number} ${nameOf(entry)}`}
        entry={entry}
        instead={number}
        checked={taken.has(nameOf(entry))}
        onCheck={(on) => onTake(withName(taken, nameOf(entry), on))}
      />
    ));
  return (
    <Results>
      {/* The lines are hundreds: of a change, screen readers hear how many there are. */}
      <p className={loading ? undefined : 'visually-hidden'} role="status">
        {loading
          ? 'Loading…'
          : counts
              .filter(([, count]) => count > 0)
              .map(([title, count]) => countOf(title, count))
              .join(', ')}
      </p>
      {error && <CouldNotLoad what="Some of your lists" error={error} retry={retry} />}
      <ResultGroup title={FOUND} count={found}>
        {looked.found.map((one) => {
          const [entry, ...others] = one.entries;
          if (!entry || others.length > 0) return offered(one);
          return (
            <EntryRow
              key={one.number}
              entry={entry}
              checked={!left.has(nameOf(entry))}
              onCheck={(on) => onLeave(withName(left, nameOf(entry), !on))}
            />
          );
        })}
      </ResultGroup>
      <ResultGroup title={NEAR} count={looked.near.length}>
        {looked.near.flatMap(offered)}
      </ResultGroup>
      {known && (
        <ResultGroup title={GONE} count={looked.gone.length}>
          {looked.gone.map(({ number, entry }) => (
            <ResultLine key={number} name={number} detail={goneWords(entry)} />
          ))}
        </ResultGroup>
      )}
    </Results>
  );
}

function EntryRow({
  entry,
  instead,
  checked,
  onCheck,
}: {
  entry: Entry;
  /** The number that was written, where it does not say by itself which stone is meant. */
  instead?: string;
  checked: boolean;
  onCheck: (on: boolean) => void;
}) {
  const id = useId();
  const { row } = entry;
  return (
    <li>
      <input id={id} type="checkbox" checked={checked} onChange={({ target }) => onCheck(target.checked)} />
      <div>
        <label htmlFor={id}>{headingOf(row)}</label>
        <small>
          {instead && `For ${instead}: `}
          {entryDetail(entry)}
        </small>
      </div>
      {row.total !== undefined && <span className={styles['figure']}>{formatPrice(row.total)}</span>}
    </li>
  );
}

function withName(names: Names, name: string, on: boolean): Names {
  const next = new Set(names);
  if (on) next.add(name);
  else next.delete(name);
  return next;
}
