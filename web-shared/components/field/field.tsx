import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';

type Common = { label: string; hint?: ReactNode; problem?: string | null };

/** A labelled one-line input; beneath it is its problem or hint. */
export function Field({
  label,
  hint,
  problem,
  ...rest
}: Common & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(control) => <input className={styles['input']} {...control} {...rest} />}
    </Labelled>
  );
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  problem,
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(control) => <textarea className={styles['area']} {...control} {...rest} />}
    </Labelled>
  );
}

export type Choices = readonly (readonly [value: string, label: string])[];

type ChoiceProps = {
  choices: Choices;
  /** The choice of none, whose value is ''. */
  empty?: string | undefined;
};

type SelectFieldProps = Common &
  ChoiceProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'onChange'> & {
    onChange: (value: string) => void;
    ref?: Ref<HTMLSelectElement>;
  };

/** A labelled choice of one. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, problem, choices, empty, onChange, ...rest } = props;
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          className={styles['input']}
          {...control}
          {...rest}
          onChange={({ target }) => onChange(target.value)}
        >
          <Options choices={choices} empty={empty} />
        </select>
      )}
    </Labelled>
  );
}

/** The options of a `select`. */
export function Options({ choices, empty }: ChoiceProps) {
  return (
    <>
      {empty !== undefined && <option value="">{empty}</option>}
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

/** What ties a control to its label and its note. */
export type ControlProps = { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined };

/** A control of any kind under its label, with its note beneath. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: Omit<Common, 'problem'> & {
  problem: string | null | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': problem ? true : undefined })}
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

/** The note beneath a field: its problem, or else its hint. */
export function FieldNote({
  id,
  hint,
  problem,
}: {
  id: string;
  hint: ReactNode;
  problem: string | null | undefined;
}) {
  if (problem)
    return (
      <p id={id} className={styles['problem']} role="alert">
        {problem}
      </p>
    );
  return hint ? (
    <p id={id} className={styles['hint']}>
      {hint}
    </p>
  ) : (
    <span id={id} hidden />
  );
}
