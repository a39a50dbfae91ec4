import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';

type Common = { label: string; hint?: ReactNode; problem?: string | null };

/** A labelled one-line input; `problem` is said in words beneath it. */
export function Field({
  label,
  hint,
  problem,
  ref,
  ...rest
}: Common & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        className={styles['input']}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  problem,
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles['area']}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

function Note({ id, hint, problem }: { id: string; hint: ReactNode; problem: string | null | undefined }) {
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
