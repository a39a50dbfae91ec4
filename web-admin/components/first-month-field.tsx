import { useState } from 'react';
import { addMonths, FIRST_BILLED_MONTH } from '#contracts/vocabulary/months.ts';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { monthChoices, monthNow } from '#web-shared/formats/month-choices.ts';

type FirstMonthFieldProps = {
  /** As `monthValue` writes a month; '' for none. */
  value: string;
  onChange: (value: string) => void;
};

/** The month with which billing begins, up to a year ahead (rule: Billing begins on). */
export function FirstMonthField({ value, onChange }: FirstMonthFieldProps) {
  const [months] = useState(() => monthChoices(FIRST_BILLED_MONTH, addMonths(monthNow(new Date()), 12)));
  return (
    <SelectField
      label="First month billed"
      value={value}
      empty="Choose a month…"
      choices={months}
      onChange={onChange}
    />
  );
}
