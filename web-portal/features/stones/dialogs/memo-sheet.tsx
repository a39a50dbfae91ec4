import { createPortal } from 'react-dom';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { WideDialog } from '../../../lists/wide-dialog.tsx';
import { dayOf, formatMoment, today } from '#web-shared/formats/moments.ts';
import { formatWeight } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { headingOf, totalOf } from '../../../lists/stone-facts.ts';
import styles from './memo-sheet.module.css';

type MemoSheetProps = { line: Line; rows: readonly ListRow[]; onClose: () => void };

/** The memo sheet of chosen stones of the current inventory: shown as it will be printed. */
export default function MemoSheet({ line, rows, onClose }: MemoSheetProps) {
  return (
    <>
      <WideDialog labelledBy="memo-sheet" onClose={onClose}>
        <div className={styles['dialog']}>
          <Sheet id="memo-sheet" line={line} rows={rows} />
          <footer className={styles['foot']}>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => window.print()}>
              <Icon name="print" /> Print
            </Button>
          </footer>
        </div>
      </WideDialog>
      {createPortal(
        <div className={styles['paper']} aria-hidden="true">
          <Sheet line={line} rows={rows} />
        </div>,
        document.body,
      )}
    </>
  );
}

function Sheet({ id, line, rows }: { id?: string; line: Line; rows: readonly ListRow[] }) {
  const { customer } = useSession();
  const total = totalOf(rows);
  const thousandths = rows.reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0);
  return (
    <div className={styles['sheet']}>
      <header className={styles['head']}>
        <div>
          <h2 id={id}>Memo</h2>
          <p>{LINE_FACTS[line].title}</p>
        </div>
        <div className={styles['whose']}>
          <strong>{customer?.legalName || customer?.name}</strong>
          <p>{formatMoment(today())}</p>
          <p>{PRODUCT_NAME}</p>
        </div>
      </header>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Parcel Name</th>
            <th scope="col">Description</th>
            <th scope="col">Certificate</th>
            <th scope="col">Status</th>
            <th scope="col">Since</th>
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
              <td>{[row.lab, row.certNo].filter(Boolean).join(' ')}</td>
              <td>{statusName(row.status)}</td>
              <td>{row.lastAction && dayOf(row.lastAction)}</td>
              {total !== undefined && (
                <td className={styles['figure']}>{row.total !== undefined && formatPrice(row.total)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={total === undefined ? 5 : 4}>
              {formatPieces(rows.length)} · {formatWeight(thousandths / 1000)} ct
            </th>
            {total !== undefined && (
              <td colSpan={2} className={styles['figure']}>
                <strong>{formatPrice(total)}</strong>
              </td>
            )}
          </tr>
        </tfoot>
      </table>
      <div className={styles['signatures']}>
        <p>Received by, date</p>
        <p>Returned to, date</p>
      </div>
    </div>
  );
}
