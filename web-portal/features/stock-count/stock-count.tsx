import { useDeferredValue, useMemo } from 'react';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { copyText } from '../../lib/copy-text.ts';
import { savedValue, useDraft } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { draftName } from '../../lists/comment-drafts.ts';
import { entryDetail, goneWords, listTitle } from '../../lists/lookup/entry-words.ts';
import { nameOf, type Entry } from '../../lists/lookup/entry.ts';
import { NumbersDialog } from '../../lists/lookup/numbers-dialog.tsx';
import { readNumbers } from '../../lists/lookup/numbers.ts';
import { ResultGroup, ResultLine, Results } from '../../lists/lookup/results.tsx';
import { useEntries } from '../../lists/lookup/use-entries.ts';
import { describeStone, headingOf } from '../../lists/stone-facts.ts';
import { countStock, MOST_COUNTED, type StockCount as Count, type Surplus } from './count.ts';
import styles from './stock-count.module.css';

/**
 * What is scanned or pasted, counted against all that lies with the customer (product: Stock count). It is kept on this
 * device until it is started again.
 */
export default function StockCount({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const draft = draftName(user, 'stockCount');
  const [text, setText] = useDraft(user.username, draft);
  const { entries, loading, error, retry } = useEntries();
  const read = useDeferredValue(text);
  const numbers = useMemo(() => readNumbers(read, new Set(entries.map(nameOf))), [read, entries]);
  const count = useMemo(() => countStock(numbers, entries), [numbers, entries]);
  // While a list is missing, what is in it would be called missing or surplus.
  const known = !loading && !error;
  const startAgain = (): void => {
    setText('');
    toastSuccess('Count cleared', () => {
      const since = savedValue(user.username, draft);
      setText([text, typeof since === 'string' ? since : ''].filter(Boolean).join('\n'));
    });
  };
  return (
    <NumbersDialog
      title="Stock count"
      about="Scan or paste what is here: labels, certificates or parcel numbers."
      text={text}
      onText={setText}
      count={numbers.length}
      most={MOST_COUNTED}
      results={
        <Results>
          {/* Above what it is made of: on a phone in sight of the camera. */}
          <p className={styles['total']} role="status">
            {known && `Counted ${formatCount(count.counted)} of ${formatCount(count.held)}`}
          </p>
          {loading && <p>Loading…</p>}
          {error && <CouldNotLoad what="Some of your lists" error={error} retry={retry} />}
          {known && <Outcome count={count} />}
        </Results>
      }
      onClose={onClose}
    >
      <Button unready={text === ''} onClick={startAgain}>
        Start again
      </Button>
      <Button
        unready={!known || count.missing.length === 0}
        onClick={() => void copyText(count.missing.map(numbersLine).join('\n'), 'list')}
      >
        Copy missing
      </Button>
    </NumbersDialog>
  );
}

function Outcome({ count: { held, missing, surplus } }: { count: Count }) {
  return (
    <>
      {held === 0 && <p>You have no stones to count.</p>}
      {held > 0 && missing.length === 0 && <p>Everything is here.</p>}
      <ResultGroup title="Surplus" count={surplus.length}>
        {surplus.map((one) => (
          <ResultLine key={one.number} name={one.number} detail={surplusWords(one)} />
        ))}
      </ResultGroup>
      <ResultGroup title="Missing" count={missing.length}>
        {missing.map((entry) => (
          <ResultLine key={nameOf(entry)} name={headingOf(entry.row)} detail={entryDetail(entry)} />
        ))}
      </ResultGroup>
    </>
  );
}

/** Where it is, or what it may be. */
function surplusWords({ entry, near }: Surplus): string {
  if (near.length > 0) return `Near: ${near.map(({ row }) => describeStone(row)).join(' or ')}`;
  if (entry?.kind === 'available' || entry?.kind === 'cart')
    return `${listTitle(entry.kind, entry.line)} · ${headingOf(entry.row)}`;
  return goneWords(entry);
}

/** The numbers alone: pasted into a sheet they are two columns, and pasted into Find they find it. */
const numbersLine = ({ row }: Entry): string =>
  [row.parcelName, certificateInWords(row)].filter(Boolean).join('\t');
