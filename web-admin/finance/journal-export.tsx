import { useState } from 'react';
import { monthOfValue } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { billedMonths } from '../components/billed-months.ts';
import { MonthField } from '../components/month-field.tsx';
import { useAct } from '../components/use-act.ts';
import { download } from '../providers/http-client.ts';
import styles from '../components/settings-form.module.css';

/** The journal of a month's bills, as a table or for QuickBooks (rule: Journal). */
export function JournalExport() {
  const [months] = useState(() => billedMonths(new Date()));
  const [value, setValue] = useState('');
  const { busy, act } = useAct();
  const month = monthOfValue(value);
  const save = (format: 'csv' | 'iif') =>
    void act(format, async () => {
      const path = `/api/journal?from=${month}&to=${month}&format=${format}`;
      return `${await download(path, { method: 'GET' })} was saved.`;
    });
  return (
    <Section title="Journal">
      <p>Double entry of the month’s bills. Export a month once it is locked: it does not change after.</p>
      <div className={styles['form']}>
        <MonthField label="Month of the journal" value={value} months={months} onChange={setValue} />
        <Button busy={busy !== null} disabled={month === null} onClick={() => save('csv')}>
          {busy === 'csv' ? 'Exporting…' : 'CSV'}
        </Button>
        <Button busy={busy !== null} disabled={month === null} onClick={() => save('iif')}>
          {busy === 'iif' ? 'Exporting…' : 'QuickBooks (IIF)'}
        </Button>
      </div>
    </Section>
  );
}
