import type { ReactNode } from 'react';
import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import styles from './history.module.css';

/**
 * What a correction would change: the status, each customer's holding, and every bill and vendor statement
 * (rule: Preview).
 */
export function CorrectionEffect({ effect }: { effect: CorrectionPreview }) {
  const { statusNow, statusAfter, customers, bills, statements } = effect;
  const nameOf = (customerId: number): string =>
    customers.find((customer) => customer.customerId === customerId)?.name ?? `Customer ${customerId}`;
  return (
    <section className={styles['effect']} aria-label="Effect">
      <p>
        Status{' '}
        {statusNow === statusAfter ? (
          <>
            stays <StatusChip status={statusNow} where="requestable" />
          </>
        ) : (
          <>
            <StatusChip status={statusNow} where="requestable" /> becomes{' '}
            <StatusChip status={statusAfter} where="requestable" />
          </>
        )}
      </p>
      {customers.map(({ customerId, name, holdingNow, holdingAfter }) => (
        <p key={customerId}>
          {name} holds <Amounts before={holdingNow} after={holdingAfter} />
        </p>
      ))}
      {bills && (
        <Money title="Bills" none="No bill changes.">
          {bills.map(({ customerId, month, state, before, after }) => (
            <li key={`${customerId} ${month}`}>
              {nameOf(customerId)}, {monthName(month)}
              {state === 'CLOSED' && ' (closed: adjusted on the next bill)'}:{' '}
              <Amounts before={before} after={after} />
            </li>
          ))}
        </Money>
      )}
      {statements && statements.length > 0 && (
        <Money title="Vendor statements" none="">
          {statements.map(({ vendorId, month, before, after }) => (
            <li key={`${vendorId} ${month}`}>
              Vendor {vendorId}, {monthName(month)}: <Amounts before={before} after={after} />
            </li>
          ))}
        </Money>
      )}
    </section>
  );
}

function Money({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <div className={styles['money']}>
      <h3>{title}</h3>
      {children.length > 0 ? <ul>{children}</ul> : <p>{none}</p>}
    </div>
  );
}

/** What an amount is and would be, and the difference. */
function Amounts({ before, after }: { before: number; after: number }) {
  const cents = Math.round(after * 100) - Math.round(before * 100);
  if (cents === 0)
    return (
      <>
        <strong>{formatPrice(before)}</strong>, as before
      </>
    );
  const sign = cents < 0 ? '−' : '+';
  return (
    <>
      {formatPrice(before)}, then <strong>{formatPrice(after)}</strong> ({sign}
      {formatPrice(Math.abs(cents) / 100)})
    </>
  );
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'April 2026'. */
const monthName = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`));
