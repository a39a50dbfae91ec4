import { useState } from 'react';
import { billComparisonSchema, type OpenedBill, type WireBillComparison } from '#contracts/api/bills.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { HouseTimeField } from '#web-shared/components/field/date-fields.tsx';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import { useGet } from '../providers/use-get.ts';
import styles from './bills.module.css';

const CUT = 'cut';
/** A version's number, or the month as known at a time; an empty time is now. */
type Side = { version: string; knownAt: string };

/** Two versions, or two cuts, of the bill side by side: the lines that differ, with the sums. */
export function Comparison({ bill }: { bill: OpenedBill }) {
  const { customerId, month, version, newestVersion } = bill;
  const [before, setBefore] = useState<Side>({ version: String(version), knownAt: '' });
  const other = version < newestVersion ? String(newestVersion) : CUT;
  const [after, setAfter] = useState<Side>({ version: other, knownAt: '' });
  const [asked, setAsked] = useState<string | null>(null);
  const comparison = useGet(asked, billComparisonSchema);
  const path = () => {
    const wanted = new URLSearchParams({ customerId: String(customerId), month });
    const name = (side: Side, asVersion: string, asCut: string): void => {
      if (side.version !== CUT) wanted.set(asVersion, side.version);
      else if (side.knownAt) wanted.set(asCut, side.knownAt);
    };
    name(before, 'fromVersion', 'from');
    name(after, 'toVersion', 'to');
    return `/api/bills/compare?${wanted.toString()}`;
  };
  return (
    <Section title="Compare side by side">
      <form
        className={styles['cuts']}
        onSubmit={(event) => {
          event.preventDefault();
          if (path() === asked) void comparison.refetch();
          else setAsked(path());
        }}
      >
        <SideFields label="Old" versions={newestVersion} side={before} onChange={setBefore} />
        <SideFields label="New" versions={newestVersion} side={after} onChange={setAfter} />
        <Button type="submit">Compare</Button>
      </form>
      {comparison.error && <p role="alert">{messageOf(comparison.error)}</p>}
      {comparison.data && <Compared comparison={comparison.data} />}
    </Section>
  );
}

type SideFieldsProps = { label: string; versions: number; side: Side; onChange: (side: Side) => void };

function SideFields({ label, versions, side, onChange }: SideFieldsProps) {
  return (
    <>
      <SelectField
        label={label}
        value={side.version}
        choices={[
          ...Array.from(
            { length: versions },
            (_, index) => [`${index + 1}`, `Version ${index + 1}`] as const,
          ),
          [CUT, 'As known at a time'],
        ]}
        onChange={(version) => onChange({ ...side, version })}
      />
      {side.version === CUT && (
        <HouseTimeField
          label={`${label}: known at`}
          value={side.knownAt}
          onChange={(knownAt) => onChange({ ...side, knownAt })}
          hint="In the house's time zone. Empty: now."
        />
      )}
    </>
  );
}

function Compared({ comparison: { before, after, difference, lines } }: { comparison: WireBillComparison }) {
  return (
    <>
      <p role="status">
        {lines.length === 0
          ? 'No line differs.'
          : `${formatPrice(before.total)} became ${formatPrice(after.total)}. Lines that are not listed are the same.`}
      </p>
      <PlainTable
        label="Lines that differ"
        head={['Line', `Old: ${sideName(before)}`, `New: ${sideName(after)}`, 'Difference']}
        figures
      >
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">{lineName(line)}</th>
            <Amounts {...line} />
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <Amounts before={before.total} after={after.total} difference={difference} />
        </tr>
      </PlainTable>
    </>
  );
}

type AmountsProps = { before: number; after: number; difference: number };

function Amounts({ before, after, difference }: AmountsProps) {
  return (
    <>
      {[before, after, difference].map((amount, place) => (
        <td key={place}>{formatPrice(amount)}</td>
      ))}
    </>
  );
}

const sideName = ({ version, cut }: WireBillComparison['before']): string =>
  version === null ? `known ${formatMoment(cut.recordedAt)}` : `version ${version}`;

type Line = WireBillComparison['lines'][number];

const lineName = ({ kind, parcelName, adjusts }: Line): string =>
  [lineKindName(kind), parcelName].filter(Boolean).join(' ') +
  (adjusts ? `, ${lineKindName(adjusts.kind).toLowerCase()} of ${monthName(adjusts.month)}` : '');
