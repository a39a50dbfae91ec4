import { useState } from 'react';
import { monthOfValue } from '#contracts/vocabulary/months.ts';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { useBilledMonths } from '../../components/billed-months.ts';
import { DownloadButton } from '../../components/download-button.tsx';
import styles from '../vendors.module.css';

/** Saves the vendor's report as a workbook: of the newest billed month, or of one that is chosen (rule: Vendor report). */
export function SaveReport({ vendorId }: { vendorId: number }) {
  const months = useBilledMonths();
  const [value, setValue] = useState('');
  const month = monthOfValue(value);
  return (
    <div className={styles['report']}>
      <SelectField
        label="Month of the report"
        value={value}
        empty="Newest billed month"
        choices={months}
        onChange={setValue}
      />
      <DownloadButton
        path={`/reports/vendor/${vendorId}${month === null ? '' : `?month=${month}`}`}
        working="Making the report…"
      >
        Vendor report
      </DownloadButton>
    </div>
  );
}
