import { useId, useState } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import styles from './reassort.module.css';

type StoneFieldProps = {
  label: string;
  hint: string;
  /** Stones that are suggested while one types. */
  names: readonly string[];
  /** What is done with the stone, one button each; `true` ends the typing. */
  actions: readonly { label: string; busy?: boolean; act: (name: string) => boolean | Promise<boolean> }[];
};

/** A stone of the customer, by its own name of it; Enter is the first button. */
export function StoneField({ label, hint, names, actions }: StoneFieldProps) {
  const list = useId();
  const [name, setName] = useState('');
  const run = async (act: (name: string) => boolean | Promise<boolean>): Promise<void> => {
    if (name.trim() !== '' && (await act(name.trim()))) setName(insteadOf(name, ''));
  };
  return (
    <form
      className={styles['buttons']}
      onSubmit={(event) => {
        event.preventDefault();
        void run(actions[0]!.act);
      }}
    >
      <Field
        label={label}
        hint={hint}
        list={list}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={list}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {actions.map(({ label: button, busy = false, act }) => (
        <Button key={button} busy={busy} unready={name.trim() === ''} onClick={() => void run(act)}>
          {button}
        </Button>
      ))}
    </form>
  );
}
