import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { memoReminders, type MemoReminders } from '#contracts/api/memo-reminders.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Loaded } from '#web-shared/components/loaded/loaded.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { useSession } from '../../lib/session.ts';
import { memoRemindersQuery, useSetMemoReminders } from './api/memo-reminders.ts';
import styles from './memo-reminders.module.css';

/** Memo reminders, from the profile drawer: whether they come by mail, and how early (product: Memo reminders). */
export default function MemoRemindersModal({ onClose }: { onClose: () => void }) {
  const { user, customer } = useSession();
  const reminders = useQuery(memoRemindersQuery);
  return (
    <Modal
      title="Memo reminders"
      about={customer?.name}
      maxWidth="xs"
      className={styles['modal']}
      onClose={onClose}
    >
      <Loaded query={reminders} what="The reminders" height={180}>
        {(saved) => <RemindersForm saved={saved} email={user.email} onDone={onClose} />}
      </Loaded>
    </Modal>
  );
}

function RemindersForm({
  saved,
  email,
  onDone,
}: {
  saved: MemoReminders;
  email: string;
  onDone: () => void;
}) {
  const { mutate, isPending } = useSetMemoReminders();
  const [on, setOn] = useState(saved.on);
  const [days, setDays] = useState(String(saved.daysBefore));
  const checked = memoReminders.safeParse({ on, daysBefore: readNumber(days) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!checked.success) return;
    mutate(checked.data, {
      onSuccess: () => {
        toastSuccess(on ? 'Reminders are on' : 'Reminders are off');
        onDone();
      },
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label className={styles['flag']}>
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
        <span>Remind me by mail of memos that are due back</span>
      </label>
      <Field
        label="Days before"
        inputMode="numeric"
        value={days}
        hint={`One mail in the morning to ${email}, with each stone once when it is nearly due and once when it is overdue.`}
        problem={checked.success ? null : (checked.error.issues[0]?.message ?? null)}
        onChange={(event) => setDays(event.target.value)}
      />
      <div className={styles['buttons']}>
        <Button disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button look="primary" type="submit" busy={isPending} disabled={!checked.success}>
          Save
        </Button>
      </div>
    </form>
  );
}
