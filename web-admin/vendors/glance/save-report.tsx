import { useState } from 'react';
import { monthOfValue } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { billedMonths } from '../../components/billed-months.ts';
import { useAct } from '../../components/use-act.ts';
import { download } from '../../providers/http-client.ts';
import styles from '../vendors.module.css';

/** Saves the vendor's report as a workbook: of the newest billed month, or of one that is chosen (rule: Vendor report). */
export function SaveReport({ vendorId }: { vendorId: number }) {
  const [months] = useState(() => billedMonths(new Date()));
  const [value, setValue] = useState('');
  const { busy, act } = useAct();
  const save = (): void =>
    void act('report', async () => {
      const month = monthOfValue(value);
      const path = `/reports/vendor/${vendorId}${month === null ? '' : `?month=${month}`}`;
      return `${await download(path, { method: 'GET' })} was saved.`;
    });
  return (
    <div className={styles['report']}>
      <SelectField
        label="Month of the report"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      >
        <option value="">Newest billed month</option>
        {months.map(([month, name]) => (
          <option key={month} value={month}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button busy={busy !== null} onClick={save}>
        {busy ? 'Making the report…' : 'Vendor report'}
      </Button>
    </div>
  );
}
