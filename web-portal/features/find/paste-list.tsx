import { useDeferredValue, useId, useMemo, useState } from 'react';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { actionsOf, INTENT_LABELS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { TextArea } from '#web-shared/components/field/field.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { useSession } from '../../lib/session.ts';
import { useChangeCarts } from '../../lists/api/change-cart.ts';
import { useGiveAcross, wasDone } from '../../lists/api/give-across.ts';
import { AskForIntent } from '../../lists/ask-for-intent.tsx';
import { pricedOf, totalOf } from '../../lists/stone-facts.ts';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { nameOf, type Entry } from './entry.ts';
import { lookUp, MOST_NUMBERS, readNumbers } from './numbers.ts';
import { PasteResults } from './paste-results.tsx';
import { Scan } from './scan.tsx';
import { useEntries } from './use-entries.ts';
import styles from './find.module.css';

const draftOf = (action: Intent): string => `find:${action}`;

/** Numbers pasted or scanned, what became of each, and what can be done with those found together (product: Find). */
export default function PasteList({
  pasted,
  onClose,
}: {
  /** What it begins with. */
  pasted: string;
  onClose: () => void;
}) {
  const heading = useId();
  const { actionsClosed } = useSession();
  const { entries, loading, error, retry } = useEntries();
  const [text, setText] = useState(pasted);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{ action: Intent; entries: readonly Entry[] } | null>(null);
  const { addToCart } = useChangeCarts();
  const { give } = useGiveAcross();
  const read = useDeferredValue(text);
  const numbers = useMemo(() => readNumbers(read), [read]);
  const looked = useMemo(() => lookUp(numbers.slice(0, MOST_NUMBERS), entries), [numbers, entries]);

  const near = looked.near.flatMap((row) => row.entries);
  const chosen = [
    ...looked.found.map(({ entry }) => entry).filter((entry) => !left.has(nameOf(entry))),
    ...near.filter((entry) => taken.has(nameOf(entry))),
  ];
  const allow = (action: Intent): Entry[] =>
    chosen.filter(({ kind, row }) => kind !== 'past' && actionsOf(row.status).includes(action));
  // As they are now; one that no longer allows it, as it was: the answer says why.
  const allowed = asking ? allow(asking.action) : [];
  const asked = (asking?.entries ?? []).map(
    (entry) => allowed.find((now) => nameOf(now) === nameOf(entry)) ?? entry,
  );
  const cartable = allow('REQUEST').filter(({ row }) => !row.inCart);
  const instruct = async (action: Intent, given: readonly Entry[], remarks: string): Promise<boolean> => {
    const parcels = given.map(({ line, row }) => ({ line, parcelName: row.parcelName }));
    return wasDone(await give({ action, parcels, remarks }));
  };
  const button = (label: string, possible: number, run: () => void, primary = false) => (
    <Button
      key={label}
      look={primary ? 'primary' : 'outlined'}
      disabled={possible === 0 || actionsClosed !== null}
      title={actionsClosed ?? undefined}
      onClick={run}
    >
      {possible > 0 ? `${label} (${possible})` : label}
    </Button>
  );
  return (
    <WideDialog labelledBy={heading} onClose={onClose} maxWidth="lg">
      <div className={styles['dialog']}>
        <ModalHead
          id={heading}
          title="Find a list of numbers"
          about="Certificate or parcel numbers from a mail, a sheet or a scanner."
          onClose={onClose}
        />
        <div className={styles['numbers']}>
          <div className={styles['written']}>
            <TextArea
              label="Numbers"
              autoFocus
              spellCheck={false}
              value={text}
              hint={hintOf(numbers.length)}
              onChange={({ target }) => setText(target.value)}
            />
            <Scan onNumbers={(scanned) => setText((before) => withNumbers(before, scanned))} />
          </div>
          <PasteResults
            looked={looked}
            lists={{ loading: numbers.length > 0 && loading, error, retry }}
            left={left}
            onLeave={setLeft}
            taken={taken}
            onTake={setTaken}
          />
        </div>
        <footer className={styles['foot']}>
          <p role="status">{chosen.length > 0 && `${summaryOf(chosen)} chosen`}</p>
          {button('Add to cart', cartable.length, () =>
            addToCart(cartable.map(({ line, row }) => ({ line, parcelName: row.parcelName }))),
          )}
          {(['RETURN', 'SOLD', 'REQUEST'] as const).map((action) =>
            button(
              INTENT_LABELS[action],
              allow(action).length,
              () => setAsking({ action, entries: allow(action) }),
              action === 'REQUEST',
            ),
          )}
        </footer>
      </div>
      {asking && (
        <AskForIntent
          action={asking.action}
          draft={draftOf(asking.action)}
          stones={asked.map(({ row }) => row)}
          onClose={() => setAsking(null)}
          onGive={(keys, remarks) =>
            instruct(
              asking.action,
              asked.filter((entry) => keys.includes(nameOf(entry))),
              remarks,
            )
          }
        />
      )}
    </WideDialog>
  );
}

/** A text with the numbers that are not in it yet, one below the other. */
function withNumbers(text: string, scanned: readonly string[]): string {
  const known = readNumbers(text);
  const more = scanned.filter((number) => !known.includes(number));
  return more.length === 0 ? text : [text.trimEnd(), ...more].filter(Boolean).join('\n');
}

function summaryOf(chosen: readonly Entry[]): string {
  const rows = chosen.map(({ row }) => row);
  return formatPieces(rows.length, totalOf(rows)) + pricedOf(rows);
}

const hintOf = (count: number): string =>
  formatNumberOf(count, ['number', 'numbers']) +
  (count > MOST_NUMBERS ? `: the first ${MOST_NUMBERS} are looked up.` : '');
