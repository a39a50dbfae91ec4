import { formatPrice } from '#contracts/vocabulary/money.ts';
import { LineNote, LineSheet, SheetLine } from '../components/line-sheet/line-sheet.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { TextLink } from '../components/text-link.tsx';
import { Working, type WireLine } from './working.tsx';
import styles from './bills.module.css';

/** Each line of a bill; a press opens its working: days, dates, price, rate, events and whose part it is. */
export function BillLines({ lines, total }: { lines: readonly WireLine[]; total: number }) {
  return (
    <LineSheet total={total} empty="No lines: the month had nothing to bill.">
      {lines.map((line) => (
        <BillLine key={line.key} line={line} />
      ))}
    </LineSheet>
  );
}

function BillLine({ line }: { line: WireLine }) {
  const { kind, parcelName, override, computed, amount } = line;
  const about = (
    <>
      {parcelName ?? ''}
      {override && (
        <span className={styles['overridden']}> overridden, computed {formatPrice(computed)}</span>
      )}
    </>
  );
  return (
    <SheetLine kind={kind} about={about} amount={amount}>
      <Working line={line} />
      {override && (
        <p>
          Overridden to {formatPrice(override.value)}: {override.reason}
        </p>
      )}
      <Parts line={line} />
      {parcelName !== null && <TextLink to={parcelPath(parcelName)}>History of {parcelName}</TextLink>}
    </SheetLine>
  );
}

/** Double entry of a line: the vendors' parts and the house's. */
function Parts({ line }: { line: WireLine }) {
  return (
    <LineNote>
      {line.tradingSystem !== 0 && `Invoiced by the trading system ${formatPrice(line.tradingSystem)} · `}
      {line.vendorParts.map(({ vendorId, parcelName, amount }) => (
        <span key={`${vendorId} ${parcelName}`}>
          Vendor {vendorId}: {formatPrice(amount)} ·{' '}
        </span>
      ))}
      House: {formatPrice(line.house)}
    </LineNote>
  );
}
