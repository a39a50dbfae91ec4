import { useId } from 'react';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { headingOf } from '../../lists/stone-facts.ts';
import { entryDetail } from './entry-words.ts';
import { nameOf, type Entry } from './entry.ts';
import type { LookedUp } from './numbers.ts';
import type { Entries } from './use-entries.ts';
import styles from './find.module.css';

type Names = ReadonlySet<string>;
type PasteResultsProps = {
  looked: LookedUp;
  /** Whether all lists were looked through. */
  lists: Pick<Entries, 'loading' | 'error' | 'retry'>;
  /** The found that are not chosen, by name. */
  left: Names;
  onLeave: (left: Names) => void;
  /** The near matches that are chosen, by name. */
  taken: Names;
  onTake: (taken: Names) => void;
};

/** What became of the numbers: found ones are chosen until they are left, near matches once they are taken. */
export function PasteResults({ looked, lists, left, onLeave, taken, onTake }: PasteResultsProps) {
  const { loading, error, retry } = lists;
  return (
    <div className={styles['results']} aria-live="polite">
      {loading && <p>Loading…</p>}
      {error && <CouldNotLoad what="Some of your lists" error={error} retry={retry} />}
      {looked.found.length > 0 && (
        <section aria-label="Found">
          <h3>Found: {looked.found.length}</h3>
          <ul>
            {looked.found.map(({ number, entry }) => (
              <EntryRow
                key={number}
                entry={entry}
                checked={!left.has(nameOf(entry))}
                onCheck={(on) => onLeave(withName(left, nameOf(entry), !on))}
              />
            ))}
          </ul>
        </section>
      )}
      {looked.near.length > 0 && (
        <section aria-label="Near matches">
          <h3>Near matches: {looked.near.length}</h3>
          <ul>
            {looked.near.flatMap(({ number, entries: alike }) =>
              alike.map((entry) => (
                <EntryRow
                  key={`${number} ${nameOf(entry)}`}
                  entry={entry}
                  instead={number}
                  checked={taken.has(nameOf(entry))}
                  onCheck={(on) => onTake(withName(taken, nameOf(entry), on))}
                />
              )),
            )}
          </ul>
        </section>
      )}
      {looked.gone.length > 0 && !loading && !error && (
        <section aria-label="Gone">
          <h3>Gone: {looked.gone.length}</h3>
          <ul>
            {looked.gone.map(({ number, entry }) => (
              <li key={number}>
                <div>
                  <strong>{number}</strong>{' '}
                  <small>
                    {entry
                      ? `${statusName(entry.row.status)} · ${headingOf(entry.row)}`
                      : 'In none of your lists any more'}
                  </small>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function EntryRow({
  entry,
  instead,
  checked,
  onCheck,
}: {
  entry: Entry;
  /** The number that was written, of a near match. */
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
