import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VendorViewStatementReply } from '#contracts/api/vendor-links.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { Loaded } from '#web-shared/components/loaded/loaded.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { useSaving } from '../../lib/use-saving.ts';
import { readStatement, saveStatement } from './view-calls.ts';
import styles from './vendor-view.module.css';

/** The vendor's statements, a month at a time. */
export function ViewStatements({ token, months }: { token: string; months: readonly string[] }) {
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <Section title="Your statements">
      {months.length === 0 ? (
        <p className={styles['none']}>There is no statement yet.</p>
      ) : (
        <>
          <div className={styles['tools']}>
            <SelectField
              label="Month"
              value={month}
              choices={months.map((one) => [one, monthName(one)])}
              onChange={setMonth}
            />
          </div>
          <Statement key={month} token={token} month={month} />
        </>
      )}
    </Section>
  );
}

function Statement({ token, month }: { token: string; month: string }) {
  const found = useQuery({
    queryKey: ['statement', month],
    queryFn: () => readStatement(token, month),
  });
  return (
    <Loaded query={found} what="The statement" height={160}>
      {(statement) =>
        statement.lines.length === 0 ? (
          <p className={styles['none']}>No bill of {monthName(month)} includes your stones.</p>
        ) : (
          <>
            <Lines statement={statement} />
            <Files token={token} month={month} />
          </>
        )
      }
    </Loaded>
  );
}

/** The statement as a file, to be kept. */
function Files({ token, month }: { token: string; month: string }) {
  const { saving, save } = useSaving();
  return (
    <div className={styles['files']}>
      {(['pdf', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          busy={saving !== null}
          onClick={() => void save(format, () => saveStatement(token, month, format))}
        >
          {saving === format ? 'Making it…' : format === 'pdf' ? 'Save as PDF' : 'Save as workbook'}
        </Button>
      ))}
    </div>
  );
}

function Lines({ statement: { month, lines, total } }: { statement: VendorViewStatementReply }) {
  return (
    <PlainTable label={`Statement of ${monthName(month)}`} head={['Parcel', 'What', 'Amount']}>
      {lines.map(({ parcelName, description, what, amount }, place) => (
        // A parcel may have several lines of one kind, and the list never changes.
        <tr key={place}>
          <th scope="row">
            {parcelName}
            <small>{description}</small>
          </th>
          <td>{what}</td>
          <td data-align="right">{formatPrice(amount)}</td>
        </tr>
      ))}
      <tr className={styles['total']}>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td data-align="right">{formatPrice(total)}</td>
      </tr>
    </PlainTable>
  );
}
