import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { useId, useState, type ReactNode } from 'react';
import { useInput } from 'react-admin';
import { HouseDayField } from '#web-shared/components/field/date-fields.tsx';
import { Field, FieldNote, SelectField } from '#web-shared/components/field/field.tsx';
import { wordsOf } from './problems-of.ts';
import styles from './form.module.css';

type FieldProps = { source: string; label: string; hint?: ReactNode; disabled?: boolean };

const asItIs = (value: unknown): unknown => value;

/** A field of the form: its value goes through as it is, and what is wrong with it comes in words. */
export function useField(source: string) {
  const {
    field: { ref: focusRef, value, onBlur, onChange },
    fieldState,
  } = useInput({ source, parse: asItIs, format: asItIs });
  return {
    value: value as unknown,
    onBlur,
    onChange,
    focusRef,
    problem: wordsOf(fieldState.error),
    error: fieldState.error,
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A line of text of the form's record. */
export function TextInput({
  source,
  label,
  hint,
  disabled = false,
  type = 'text',
}: FieldProps & { type?: 'text' | 'email' | 'url' }) {
  const { value, onBlur, onChange, focusRef, problem } = useField(source);
  return (
    <Field
      label={label}
      hint={hint}
      type={type}
      disabled={disabled}
      autoComplete="off"
      name={source}
      ref={focusRef}
      value={textOf(value)}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
      problem={problem}
    />
  );
}

/** A day of the house. */
export function DayInput({ source, label, hint, disabled = false }: FieldProps) {
  const { value, onBlur, onChange, focusRef, problem } = useField(source);
  return (
    <HouseDayField
      label={label}
      hint={hint}
      disabled={disabled}
      name={source}
      ref={focusRef}
      value={typeof value === 'string' ? value : undefined}
      onBlur={onBlur}
      onChange={onChange}
      problem={problem}
    />
  );
}

/** A number as typed; what is not a number stays as it is and is refused (rule: Typed numbers). Empty is null. */
export function numberTyped(text: string): number | string | null {
  return text.trim() === '' ? null : (readNumber(text) ?? text);
}

/** A number of the form's record. */
export function NumberInput({ source, label, hint, disabled = false }: FieldProps) {
  const { value, onBlur, onChange, focusRef, problem } = useField(source);
  // '1.' is on its way to '1.5': what is typed stays, as long as it means the value.
  const [typed, setTyped] = useState('');
  const shown = numberTyped(typed) === value && typed !== '' ? typed : textOf(value);
  return (
    <Field
      label={label}
      hint={understood(shown) ?? hint}
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled}
      name={source}
      ref={focusRef}
      value={shown}
      onBlur={onBlur}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberTyped(event.target.value));
      }}
      problem={problem !== null && typeof value === 'string' ? NO_NUMBER : problem}
    />
  );
}

/** Yes or no. */
export function FlagInput({ source, label, hint, disabled = false }: FieldProps) {
  const { value, onBlur, onChange, focusRef, problem } = useField(source);
  const id = useId();
  return (
    <div className={styles['flag']}>
      <input
        id={id}
        type="checkbox"
        name={source}
        ref={focusRef}
        disabled={disabled}
        checked={value === true}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-note`}
        aria-invalid={problem ? true : undefined}
      />
      <label htmlFor={id}>{label}</label>
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

export type Choice<Value> = { value: Value; label: string };

/** One of a few; `empty` names the choice of none, which is null. */
export function ChoiceInput<Value extends string | number>({
  source,
  label,
  hint,
  choices,
  empty,
  disabled = false,
}: FieldProps & { choices: readonly Choice<Value>[]; empty?: string }) {
  const { value, onBlur, onChange, focusRef, problem } = useField(source);
  return (
    <SelectField
      label={label}
      hint={hint}
      problem={problem}
      name={source}
      ref={focusRef}
      disabled={disabled}
      value={textOf(value)}
      onBlur={onBlur}
      onChange={({ target }) =>
        onChange(choices.find((choice) => String(choice.value) === target.value)?.value ?? null)
      }
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}
