import { SelectField } from '#web-shared/components/field/field.tsx';

type MonthFieldProps = {
  label: string;
  /** '' while no month is chosen. */
  value: string;
  months: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

/** The month that a form is about. */
export function MonthField({ label, value, months, onChange }: MonthFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Choose a month…</option>
      {months.map(([month, name]) => (
        <option key={month} value={month}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
