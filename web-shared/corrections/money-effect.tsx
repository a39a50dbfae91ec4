import type { WireBillingEffect } from '#contracts/api/bills.ts';
import { signed } from '#contracts/vocabulary/counts.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { PlainTable } from '../components/table/plain-table.tsx';
import { lineKindName } from '../formats/line-kinds.ts';

/** What the bills that change are: a closed month's difference stands on the first of them (rule: Preview). */
const STATES: Readonly<Record<WireBillingEffect['bills'][number]['state'], string>> = {
  OPEN: 'not billed yet',
  RUNNING: 'month not over',
};

const HEAD = ['Bill or statement', 'Difference', 'Before', 'After'];

type MoneyEffectProps = {
  effect: { [Part in keyof WireBillingEffect]?: WireBillingEffect[Part] | undefined };
};

/**
 * Every customer bill that changes, with its amounts and lines, and by how much vendors' statements do: they have bills of
 * customers that nothing changes, too (rule: Preview).
 */
export function MoneyEffect({ effect: { bills = [], statements = [] } }: MoneyEffectProps) {
  if (bills.length + statements.length === 0)
    return <p className="nothing">No bill and no statement changes.</p>;
  return (
    <PlainTable label="Bills and statements" head={HEAD} figures>
      {bills.flatMap((bill) => [
        <Row
          key={`${bill.customerId} ${bill.month}`}
          name={`Bill ${bill.month}, ${bill.customerName ?? `customer ${bill.customerId}`}`}
          note={STATES[bill.state]}
          {...bill}
        />,
        ...bill.lines.map((line) => (
          <Row
            key={`${bill.customerId} ${bill.month} ${line.key}`}
            name={nameOf(line)}
            line
            before={line.before}
            after={line.after}
          />
        )),
      ])}
      {statements.map((statement) => (
        <Row
          key={`vendor ${statement.vendorId} ${statement.month}`}
          name={`Statement ${statement.month}, ${statement.vendorName ?? `vendor ${statement.vendorId}`}`}
          {...statement}
        />
      ))}
    </PlainTable>
  );
}

/** 'Fee P-1', 'Adjustment of April 2026: Fee P-1'. */
function nameOf({ kind, adjusts, parcelName }: WireBillingEffect['bills'][number]['lines'][number]): string {
  const name = [lineKindName(adjusts?.kind ?? kind), parcelName].filter(Boolean).join(' ');
  return adjusts ? `Adjustment of ${monthName(adjusts.month)}: ${name}` : name;
}

type Amounts = { before: number; after: number } | { difference: number };
type RowProps = Amounts & { name: string; note?: string; line?: boolean };

function Row({ name, note, line = false, ...amounts }: RowProps) {
  return (
    <tr data-line={line}>
      <th scope="row">
        {name}
        {note !== undefined && <small>{note}</small>}
      </th>
      <td>
        <strong>{signed(differenceOf(amounts), formatPrice)}</strong>
      </td>
      <td>{'before' in amounts && formatPrice(amounts.before)}</td>
      <td>{'after' in amounts && formatPrice(amounts.after)}</td>
    </tr>
  );
}

const differenceOf = (amounts: Amounts): number =>
  'difference' in amounts ? amounts.difference : Math.round((amounts.after - amounts.before) * 100) / 100;
