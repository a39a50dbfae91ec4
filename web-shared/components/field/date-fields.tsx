import type { ChangeEvent, ComponentProps, InputHTMLAttributes } from 'react';
import { houseZoneName } from '../../formats/moments.ts';
import { isInCalendar } from '#contracts/vocabulary/house-time.ts';
import { Field } from './field.tsx';

/**
 * Days and times are typed as the house's calendar and clocks show them, and sent as typed: the server knows the
 * house's time zone (rule: Units on the wire).
 */
type FieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange'>;

type HouseTimeFieldProps = FieldProps & {
  /** YYYY-MM-DDTHH:mm; empty while there is none. */
  value: string;
  onChange: (wallTime: string) => void;
};

/** A labelled wall-clock time of the house. */
export function HouseTimeField({ hint, onChange, ...rest }: HouseTimeFieldProps) {
  return (
    <Field
      {...rest}
      hint={hint ?? `In the house's time zone: ${houseZoneName()}.`}
      type="datetime-local"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Whether a text is a whole wall-clock time of the house, of a day that exists. */
export function isHouseTime(text: string): boolean {
  const [day = '', time = ''] = text.split('T');
  return /^\d{2}:\d{2}$/.test(time) && isInCalendar(day);
}

type DayProps = {
  /** YYYY-MM-DD. */
  value: string | undefined;
  /** Undefined once it is emptied. */
  onChange: (day: string | undefined) => void;
};

const dayProps = ({ value = '', onChange }: DayProps) => ({
  type: 'date',
  value,
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value || undefined),
});

/** A labelled day of the house. */
export function HouseDayField({ value, onChange, ...rest }: FieldProps & DayProps) {
  return <Field {...rest} {...dayProps({ value, onChange })} />;
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'>;

/** A day of the house, without a label of its own. */
export function HouseDayInput({ value, onChange, ...rest }: InputProps & DayProps) {
  return <input {...rest} {...dayProps({ value, onChange })} />;
}
