import { useState } from 'react';
import type { WireLine } from '#contracts/api/bill-lines.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { LineNote, LineSheet, SheetLine } from '../components/line-sheet/line-sheet.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { TextLink } from '../components/text-link.tsx';
import { Working } from './working.tsx';
import styles from './bills.module.css';

type BillLinesProps = {
  lines: readonly WireLine[];
  total: number;
  vendors: readonly { vendorId: number; name: string }[];
};

/**
 * Each line of a bill; a press opens its working: days, dates, price, rate, events and whose part it is. Lines that come
 * to nothing are shown when they are asked for.
 */
export function BillLines({ lines, total, vendors }: BillLinesProps) {
  const [withZero, setWithZero] = useState(false);
  const zero = lines.filter(comesToNothing).length;
  const shown = withZero ? lines : lines.filter((line) => !comesToNothing(line));
  const vendorName = (id: number) => vendors.find(({ vendorId }) => vendorId === id)?.name ?? `Vendor ${id}`;
  return (
    <>
      <LineSheet total={total} empty="No lines: the month had nothing to bill.">
        {shown.map((line) => (
          <BillLine key={line.key} line={line} vendorName={vendorName} />
        ))}
      </LineSheet>
      {zero > 0 && (
        <div>
          <Button aria-pressed={withZero} onClick={() => setWithZero(!withZero)}>
            {withZero ? 'Hide' : 'Show'} {formatNumberOf(zero, ['line', 'lines'])} at zero
          </Button>
        </div>
      )}
    </>
  );
}

const comesToNothing = ({ computed, amount }: WireLine): boolean => computed === 0 && amount === 0;

type VendorNamed = { vendorName: (vendorId: number) => string };

function BillLine({ line, vendorName }: { line: WireLine } & VendorNamed) {
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
      <Parts line={line} vendorName={vendorName} />
      {parcelName !== null && <TextLink to={parcelPath(parcelName)}>History of {parcelName}</TextLink>}
    </SheetLine>
  );
}

/** Double entry of a line: the vendors' parts and the house's. */
function Parts({ line, vendorName }: { line: WireLine } & VendorNamed) {
  return (
    <LineNote>
      {line.tradingSystem !== 0 && `Invoiced by the trading system ${formatPrice(line.tradingSystem)} · `}
      {line.vendorParts.map(({ vendorId, parcelName, amount }, place) => (
        // A parcel has a part for each of its fees in a surcharge.
        <span key={`${vendorId} ${parcelName} ${place}`}>
          {vendorName(vendorId)}: {formatPrice(amount)} ·{' '}
        </span>
      ))}
      House: {formatPrice(line.house)}
    </LineNote>
  );
}
