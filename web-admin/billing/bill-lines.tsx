import { LinkBase } from 'react-admin';
import type { z } from 'zod';
import type { wireLineSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatConstant } from '#web-shared/formats/figures.ts';
import { parcelPath } from '../audit/parcel-path.ts';
import { Working } from './working.tsx';
import styles from './billing.module.css';

export type WireLine = z.infer<typeof wireLineSchema>;

/** Lines as finance calls them. */
export const kindName = (kind: WireLine['kind']): string =>
  kind === 'TRUE_UP' ? 'Minimum true-up' : sentence(formatConstant(kind));

const sentence = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase();

/** Each line of a bill; a press opens its working: days, dates, price, rate, events and whose part it is. */
export function BillLines({ lines }: { lines: readonly WireLine[] }) {
  if (lines.length === 0) return <p className={styles['quiet']}>No lines: the month had nothing to bill.</p>;
  return (
    <div className={styles['lines']}>
      {lines.map((line) => (
        <details key={line.key}>
          <summary>
            <span className={styles['kind']}>{kindName(line.kind)}</span>
            <span>
              {line.parcelName ?? ''}
              {line.override && (
                <span className={styles['overridden']}>
                  {' '}
                  overridden, computed {formatPrice(line.computed)}
                </span>
              )}
            </span>
            <span className={styles['amount']}>{formatPrice(line.amount)}</span>
          </summary>
          <div className={styles['working']}>
            <Working line={line} />
            {line.override && (
              <p>
                Overridden to {formatPrice(line.override.value)}: {line.override.reason}
              </p>
            )}
            <Parts line={line} />
            {line.parcelName !== null && (
              <LinkBase className={styles['link']} to={parcelPath(line.parcelName)}>
                History of {line.parcelName}
              </LinkBase>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}

/** Double entry of a line: the vendors' parts and the house's. */
function Parts({ line }: { line: WireLine }) {
  return (
    <p className={styles['quiet']}>
      {line.tradingSystem !== 0 && `Invoiced by the trading system ${formatPrice(line.tradingSystem)} · `}
      {line.vendorParts.map(({ vendorId, parcelName, amount }) => (
        <span key={`${vendorId} ${parcelName}`}>
          Vendor {vendorId}: {formatPrice(amount)} ·{' '}
        </span>
      ))}
      House: {formatPrice(line.house)}
    </p>
  );
}
