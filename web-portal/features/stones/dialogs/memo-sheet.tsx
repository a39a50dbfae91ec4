import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BackOrdered } from '#contracts/api/jewellery.ts';
import type { Customer } from '#contracts/api/customers.ts';
import { inCarats, thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { today } from '#web-shared/formats/moments.ts';
import { formatWeight } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { attributesQuery } from '../../../lists/api/get-attributes.ts';
import { orderWords } from '../../../lists/memo-to-keep.ts';
import { NO_DUE_DATE } from '../../../lists/memo-words.ts';
import { headingOf, pricedOf, totalOf } from '../../../lists/stone-facts.ts';
import { useNamedRows } from '../desires/use-named-rows.ts';
import { usePricedRows } from '../desires/use-priced-rows.ts';
import { SheetDialog } from './sheet-dialog.tsx';
import styles from './memo-sheet.module.css';

type SheetProps = {
  title: string;
  lines: readonly Line[];
  rows: readonly ListRow[];
  /** What waits for a stone or a piece. */
  desires?: readonly ListRow[];
  backOrders?: readonly BackOrdered[];
  remarks?: string;
};
type MemoSheetProps = SheetProps & { onClose: () => void };

/** The memo sheet of parcels, of the current inventory or of what was just done: shown as it will be printed. */
export default function MemoSheet({ onClose, ...sheet }: MemoSheetProps) {
  return (
    <SheetDialog
      labelledBy="memo-sheet"
      paper="landscape"
      sheet={(id) => <Sheet {...sheet} id={id} />}
      onClose={onClose}
    />
  );
}

function Sheet({
  id,
  title,
  lines,
  rows,
  desires = [],
  backOrders = [],
  remarks,
}: SheetProps & { id: string | undefined }) {
  const { customer, showPrices } = useSession();
  const terms = showPrices === 'WHOLESALE' && customer ? termsOf(customer) : [];
  const total = totalOf(rows);
  const thousandths = rows.reduce((sum, { weight }) => sum + thousandthsOf(weight), 0);
  return (
    <div className={styles['sheet']}>
      <header className={styles['head']}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{lines.map((line) => LINE_FACTS[line].title).join(', ')}</p>
        </div>
        <div className={styles['whose']}>
          <strong>{customer?.legalName || customer?.name}</strong>
          <p>{today()}</p>
          <p>{PRODUCT_NAME}</p>
        </div>
      </header>
      {rows.length > 0 && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Parcel Name</th>
              <th scope="col">Description</th>
              <th scope="col">Certificate</th>
              <th scope="col">Status</th>
              <th scope="col">On memo since</th>
              <th scope="col">Due back</th>
              {total !== undefined && (
                <th scope="col" className={styles['figure']}>
                  Total
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.parcelName}>
                <th scope="row">{row.parcelName}</th>
                <td>
                  {[headingOf(row), [row.cut, row.polish, row.symmetry].filter(Boolean).join(' ')]
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td>{certificateInWords(row)}</td>
                <td>{statusName(row.status)}</td>
                <td>{row.memoDate}</td>
                <td>{row.memoDate && (row.dueDate ?? NO_DUE_DATE)}</td>
                {total !== undefined && (
                  <td className={styles['figure']}>{row.total !== undefined && formatPrice(row.total)}</td>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={total === undefined ? 6 : 5}>
                {formatPieces(rows.length)} · {formatWeight(inCarats(thousandths))} ct
              </th>
              {total !== undefined && (
                <td colSpan={2} className={styles['figure']}>
                  <strong>{formatPrice(total)}</strong>
                  {pricedOf(rows)}
                </td>
              )}
            </tr>
          </tfoot>
        </table>
      )}
      {desires.length > 0 && <Desires rows={desires} />}
      {backOrders.length > 0 && <Waiting heading="On back order">{backOrders.map(orderWords)}</Waiting>}
      {remarks && <p>Remark: {remarks}</p>}
      {terms.length > 0 && <p>Terms: {terms.join(', ')}.</p>}
      <div className={styles['signatures']}>
        <p>Received by, date</p>
        <p>Returned to, date</p>
      </div>
    </div>
  );
}

/** Requests for similar stones: shapes by name, with the price as far as it is known. */
function Desires({ rows }: { rows: readonly ListRow[] }) {
  const { data } = useQuery(attributesQuery);
  const { showPrices } = useSession();
  const priced = usePricedRows(useNamedRows(rows, data ?? NO_SHAPES), showPrices);
  return <Waiting heading="Requests for similar stones">{priced.map(wantedWords)}</Waiting>;
}

const NO_SHAPES = { shapes: [] };

function wantedWords(row: ListRow): string {
  if (!row.wanted) return headingOf(row);
  const { words, price } = row.wanted;
  return [
    headingOf(row),
    `Cut ${words.cut}, Pol ${words.polish}, Sym ${words.symmetry}, Flu ${words.fluorescence}`,
    price,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Waiting({ heading, children }: { heading: string; children: readonly string[] }) {
  const id = useId();
  return (
    <section className={styles['waiting']} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <ul>
        {children.map((words, place) => (
          <li key={place}>{words}</li>
        ))}
      </ul>
    </section>
  );
}

/** The terms that are set, in words. */
const termsOf = ({
  gracePeriodDays,
  paymentDays,
}: Pick<Customer, 'gracePeriodDays' | 'paymentDays'>): string[] => [
  ...(gracePeriodDays
    ? [`no fee for the first ${gracePeriodDays === 1 ? 'day' : `${gracePeriodDays} days`} on memo`]
    : []),
  ...(paymentDays ? [`payment within ${formatNumberOf(paymentDays, ['day', 'days'])} of the invoice`] : []),
];
