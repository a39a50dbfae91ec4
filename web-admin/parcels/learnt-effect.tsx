import { useState } from 'react';
import { billingEffectSchema } from '#contracts/api/bills.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { MoneyEffect } from '#web-shared/corrections/money-effect.tsx';
import { useGet } from '../providers/use-get.ts';
import styles from './parcel.module.css';

/** What something learnt changed in money, read when it is opened. */
export function LearntEffect({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const path = `/api/history/${encodeURIComponent(id)}/effect`;
  const { data, error, isPending } = useGet(open ? path : null, billingEffectSchema);
  return (
    <div className={styles['learntEffect']}>
      <button type="button" className={styles['plain']} aria-expanded={open} onClick={() => setOpen(!open)}>
        What it changed in money
      </button>
      {open && (
        <div role="status" aria-busy={isPending}>
          {data ? (
            <MoneyEffect effect={data} />
          ) : error ? (
            <p role="alert">{messageOf(error)}</p>
          ) : (
            'Working it out …'
          )}
        </div>
      )}
    </div>
  );
}
