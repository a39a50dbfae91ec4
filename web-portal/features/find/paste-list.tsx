import { useDeferredValue, useMemo, useState } from 'react';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { actionsOf, INTENT_LABELS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { useSession } from '../../lib/session.ts';
import { useChangeCarts } from '../../lists/api/change-cart.ts';
import { useGiveAcross, wasDone } from '../../lists/api/give-across.ts';
import { AskForIntent } from '../../lists/ask-for-intent.tsx';
import { pricedOf, totalOf } from '../../lists/stone-facts.ts';
import { nameOf, type Entry } from '../../lists/lookup/entry.ts';
import { lookUp, MOST_NUMBERS, readNumbers } from '../../lists/lookup/numbers.ts';
import { NumbersDialog } from '../../lists/lookup/numbers-dialog.tsx';
import { PasteResults } from './paste-results.tsx';
import { useEntries } from '../../lists/lookup/use-entries.ts';

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
  const { actionsClosed } = useSession();
  const { entries, loading, error, retry } = useEntries();
  const [text, setText] = useState(pasted);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{ action: Intent; entries: readonly Entry[] } | null>(null);
  const { addToCart } = useChangeCarts();
  const { give } = useGiveAcross();
  const read = useDeferredValue(text);
  const numbers = useMemo(() => readNumbers(read, new Set(entries.map(nameOf))), [read, entries]);
  const looked = useMemo(() => lookUp(numbers.slice(0, MOST_NUMBERS), entries), [numbers, entries]);

  const alone = looked.found.filter(({ entries: stones }) => stones.length === 1);
  const offered = [...looked.found.filter(({ entries: stones }) => stones.length > 1), ...looked.near];
  const chosen = [
    ...alone.flatMap((one) => one.entries).filter((entry) => !left.has(nameOf(entry))),
    ...offered.flatMap((one) => one.entries).filter((entry) => taken.has(nameOf(entry))),
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
    <>
      <NumbersDialog
        title="Find a list of numbers"
        about="Certificate or parcel numbers from a mail, a sheet or a scanner."
        text={text}
        onText={setText}
        count={numbers.length}
        most={MOST_NUMBERS}
        results={
          <PasteResults
            looked={looked}
            lists={{ loading: numbers.length > 0 && loading, error, retry }}
            left={left}
            onLeave={setLeft}
            taken={taken}
            onTake={setTaken}
          />
        }
        onClose={onClose}
      >
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
      </NumbersDialog>
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
    </>
  );
}

function summaryOf(chosen: readonly Entry[]): string {
  const rows = chosen.map(({ row }) => row);
  return formatPieces(rows.length, totalOf(rows)) + pricedOf(rows);
}
