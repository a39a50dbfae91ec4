import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { useId, useState, type ReactNode } from 'react';
import { useInput } from 'react-admin';
import { HouseDayField } from '#web-shared/components/field/date-fields.tsx';
import { Field, FieldNote, SelectField, type Choices } from '#web-shared/components/field/field.tsx';
import { wordsOf } from './problems-of.ts';
import styles from './form.module.css';

type FieldProps = { source: string; label: string; hint?: ReactNode; disabled?: boolean };

const asItIs = (value: unknown): unknown => value;

/**
 * A field of the form: its value as it is, and what is wrong with it in words. `tied` are the props that tie a labelled
 * control to it. `forgottenUnseen`: the value ends when the field leaves the form.
 */
export function useField(source: string, forgottenUnseen = false) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useInput({ source, parse: asItIs, format: asItIs, shouldUnregister: forgottenUnseen });
  const problem = wordsOf(error);
  return { value: value as unknown, onChange, error, tied: { name: source, ref, onBlur, problem } };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A line of text of the form's record. */
export function TextInput({ source, ...rest }: FieldProps & { type?: 'text' | 'email' | 'url' }) {
  const { value, onChange, tied } = useField(source);
  return (
    <Field
      {...rest}
      {...tied}
      autoComplete="off"
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A day of the house. */
export function DayInput({ source, ...rest }: FieldProps) {
  const { value, onChange, tied } = useField(source);
  return (
    <HouseDayField
      {...rest}
      {...tied}
      value={typeof value === 'string' ? value : undefined}
      onChange={onChange}
    />
  );
}

/** A number as typed; what is not a number stays as it is and is refused (rule: Typed numbers). Empty is null. */
function numberTyped(text: string): number | string | null {
  return text.trim() === '' ? null : (readNumber(text) ?? text);
}

/** The text of a number's field, and what is taken from it: null where it is empty, the text where it is no number. */
export function useTypedNumber(value: unknown, onChange: (value: number | string | null) => void) {
  // '1.' is on its way to '1.5': what is typed stays, as long as it means the value.
  const [typed, setTyped] = useState('');
  return {
    shown: typed !== '' && numberTyped(typed) === value ? typed : textOf(value),
    type: (text: string): void => {
      setTyped(text);
      onChange(numberTyped(text));
    },
  };
}

/** A number of the form's record. */
export function NumberInput({ source, hint, ...rest }: FieldProps) {
  const { value, onChange, tied } = useField(source);
  const { shown, type } = useTypedNumber(value, onChange);
  return (
    <Field
      {...rest}
      {...tied}
      hint={understood(shown) ?? hint}
      problem={tied.problem !== null && typeof value === 'string' ? NO_NUMBER : tied.problem}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => type(target.value)}
    />
  );
}

/** Yes or no; `ticked`: the value that means yes; `forgottenUnseen`: it ends when the field leaves the form. */
export function FlagInput({
  source,
  label,
  hint,
  disabled = false,
  ticked = true,
  forgottenUnseen = false,
}: FieldProps & { ticked?: unknown; forgottenUnseen?: boolean }) {
  const {
    value,
    onChange,
    tied: { problem, ...tied },
  } = useField(source, forgottenUnseen);
  const id = useId();
  return (
    <div className={styles['flag']}>
      <input
        id={id}
        type="checkbox"
        {...tied}
        disabled={disabled}
        checked={value === ticked}
        onChange={(event) => onChange(event.target.checked && ticked)}
        aria-describedby={`${id}-note`}
        aria-invalid={problem ? true : undefined}
      />
      <label htmlFor={id}>{label}</label>
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

/** One of a few; the `empty` choice is null. */
export function ChoiceInput({
  source,
  choices,
  empty,
  ...rest
}: FieldProps & { choices: Choices; empty?: string }) {
  const { value, onChange, tied } = useField(source);
  return (
    <SelectField
      {...rest}
      {...tied}
      value={textOf(value)}
      choices={choices}
      empty={empty}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
