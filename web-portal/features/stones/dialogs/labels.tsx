import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { QrCode } from '#web-shared/components/qr-code/qr-code.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { headingOf } from '../../../lists/stone-facts.ts';
import { SheetDialog } from './sheet-dialog.tsx';
import styles from './labels.module.css';

/**
 * A sheet of labels for parcels, each with its name as a QR code, which Find and the stock count read (product: Labels).
 * None has a price: a client sees it at the counter.
 */
export default function Labels({ rows, onClose }: { rows: readonly ListRow[]; onClose: () => void }) {
  return (
    <SheetDialog
      labelledBy="labels"
      paper="upright"
      sheet={(id) => (
        <div className={styles['sheet']}>
          {id !== undefined && (
            <header>
              <h2 id={id}>Labels</h2>
              <p className="quiet">
                {formatNumberOf(rows.length, ['label', 'labels'])}, three in a row on paper
              </p>
            </header>
          )}
          <ul className={styles['labels']}>
            {rows.map((row) => (
              <Label key={row.parcelName} row={row} />
            ))}
          </ul>
        </div>
      )}
      onClose={onClose}
    />
  );
}

function Label({ row }: { row: ListRow }) {
  const { parcelName } = row;
  return (
    <li className={styles['label']}>
      <QrCode className={styles['code']} text={parcelName} label={`QR code of ${parcelName}`} />
      <div>
        <strong>{parcelName}</strong>
        <p>{certificateInWords(row)}</p>
        <p>{headingOf(row)}</p>
      </div>
    </li>
  );
}
