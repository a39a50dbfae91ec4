import { useState } from 'react';
import { houseBeginsReply, type HouseBegins as Begun } from '#contracts/api/finance.ts';
import { monthName, monthOfValue, type Month } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { FirstMonthField } from '../components/first-month-field.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from '../components/settings-form.module.css';

/** With which month billing begins of a house that moves in (rule: Billing begins on). */
export function HouseBegins() {
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const { busy, act } = useAct();
  const month = monthOfValue(value);
  return (
    <Section title="Billing begins on">
      <p>
        For every customer that has neither a month of its own nor a bill. Opening balances are set on the
        customers’ pages.
      </p>
      {reason !== '' && <Unsaved />}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (month === null) return;
          void act('begins', async () => {
            const body = { month, reason };
            const begun = await call('/api/billing-begins', houseBeginsReply, { method: 'PUT', body });
            setReason(insteadOf(reason, ''));
            return wordsOf(month, begun);
          });
        }}
      >
        <FirstMonthField value={value} onChange={setValue} />
        <Field
          label="Reason for the first month"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" busy={busy !== null} unready={month === null || reason.trim() === ''}>
          {busy === null ? 'Set for all' : 'Setting…'}
        </Button>
      </form>
    </Section>
  );
}

const wordsOf = (month: Month, { set, kept, billed }: Begun): string =>
  `Billing begins with ${monthName(month)} for ${formatNumberOf(set, ['customer', 'customers'])}. Unchanged: ${kept} with a month of their own, ${billed} with bills.`;
