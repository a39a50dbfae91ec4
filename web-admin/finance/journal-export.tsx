import { useState } from 'react';
import { monthOfValue } from '#contracts/vocabulary/months.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { useBilledMonths } from '../components/billed-months.ts';
import { DownloadButton } from '../components/download-button.tsx';
import styles from '../components/settings-form.module.css';

/** The journal of a month's bills, as a table or for QuickBooks (rule: Journal). */
export function JournalExport() {
  const months = useBilledMonths();
  const [value, setValue] = useState('');
  const month = monthOfValue(value);
  const pathOf = (format: 'csv' | 'iif') => `/api/journal?from=${month}&to=${month}&format=${format}`;
  return (
    <Section title="Journal">
      <p>Double entry of the month’s bills. Export a month once it is locked: it no longer changes then.</p>
      <div className={styles['form']}>
        <SelectField
          label="Month of the journal"
          value={value}
          empty="Choose a month…"
          choices={months}
          onChange={setValue}
        />
        <DownloadButton path={pathOf('csv')} disabled={month === null} working="Exporting…">
          CSV
        </DownloadButton>
        <DownloadButton path={pathOf('iif')} disabled={month === null} working="Exporting…">
          QuickBooks (IIF)
        </DownloadButton>
      </div>
    </Section>
  );
}
