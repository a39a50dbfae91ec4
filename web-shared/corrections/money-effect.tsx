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

/** Every customer bill and vendor statement that changes, with the amounts and the lines (rule: Preview). */
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

type RowProps = { name: string; note?: string; before: number; after: number; line?: boolean };

function Row({ name, note, before, after, line = false }: RowProps) {
  return (
    <tr data-line={line}>
      <th scope="row">
        {name}
        {note !== undefined && <small>{note}</small>}
      </th>
      <td>
        <strong>{signed(Math.round((after - before) * 100) / 100, formatPrice)}</strong>
      </td>
      <td>{formatPrice(before)}</td>
      <td>{formatPrice(after)}</td>
    </tr>
  );
}
