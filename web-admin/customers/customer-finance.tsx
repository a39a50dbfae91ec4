import { useState } from 'react';
import { useCanAccess } from 'react-admin';
import type { z } from 'zod';
import {
  billingBeginsReply,
  customerDetailsResource,
  type CustomerDetailsResource,
  type DocumentDetails,
} from '#contracts/api/finance.ts';
import { monthName, monthOfValue, monthValue } from '#contracts/vocabulary/months.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { understood } from '#web-shared/formats/understood.ts';
import { FirstMonthField } from '../components/first-month-field.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { DETAILS_LABELS, DetailsFields } from '../components/details-fields.tsx';
import { ConflictNotice } from '../components/form/conflict-notice.tsx';
import { useSeen } from '../components/form/use-seen.ts';
import { useVersioned, withTyped } from '../components/form/use-versioned.ts';
import styles from '../components/settings-form.module.css';
import { useGet } from '../providers/use-get.ts';

/** Where a customer's billing begins, and its lines on documents; for administrators. */
export function CustomerFinance({ customerId }: { customerId: number }) {
  const { canAccess } = useCanAccess({ resource: 'finance', action: 'list' });
  const path = `/api/customers/${customerId}`;
  const beginsPath = `${path}/billing-begins`;
  const begins = useGet(canAccess ? beginsPath : null, billingBeginsReply);
  const detailsPath = `${path}/document-details`;
  const details = useGet(canAccess ? detailsPath : null, customerDetailsResource);
  if (!canAccess) return null;
  return (
    <>
      <Loaded query={begins} noun="opening of billing" height={160}>
        {(stored) => <Begins key={beginsPath} path={beginsPath} stored={stored} />}
      </Loaded>
      <Loaded query={details} noun="lines on documents" height={160}>
        {(stands) => <Details key={detailsPath} path={detailsPath} stands={stands} />}
      </Loaded>
    </>
  );
}

type BillingBegins = z.infer<typeof billingBeginsReply>;

/** What was typed over the opening in force; the rest follows it. */
type Typed = { value?: string; balance?: string; reason: string };
const NOTHING_TYPED: Typed = { reason: '' };

const BEGINS_LABELS = { month: 'First month billed', balance: 'Opening balance' };

const fieldsOf = ({ opening }: BillingBegins) =>
  opening ? { month: monthName(opening.month), balance: formatPrice(opening.balance) } : {};

/** Rule: Billing begins on. */
function Begins({ path, stored }: { path: string; stored: BillingBegins }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [kept, setKept] = useState(typed);
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey: [path],
    read: () => call(path, billingBeginsReply, { method: 'GET' }),
    stored,
    isTyped: typed !== kept,
  });
  const { opening } = seen;
  const {
    value = opening ? monthValue(opening.month) : '',
    balance = String(opening?.balance ?? 0),
    reason,
  } = typed;
  const month = monthOfValue(value);
  const { busy, act } = useAct();
  const amount = readNumber(balance);
  return (
    <Section title="Billing begins on">
      <p>
        {opening
          ? `Billing begins with ${monthName(opening.month)}, opening balance ${formatPrice(opening.balance)}.`
          : 'Billing begins with the first activity. When you move from another system, set it before the first bill.'}
      </p>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (month === null) return;
          const save = async (): Promise<string> => {
            const body = { month, balance: amount, reason, seen: opening };
            noteSaved(await call(path, billingBeginsReply, { method: 'PUT', body }));
            // The month and the balance follow what is read now.
            const saved = { reason };
            setKept(saved);
            setTyped(insteadOf<Typed>(typed, saved));
            return `Billing begins with ${monthName(month)}.`;
          };
          void act('begins', save, readAgain);
        }}
      >
        {typed !== kept && <Unsaved />}
        <ConflictNotice conflict={conflict} now={seen} fieldsOf={fieldsOf} labels={BEGINS_LABELS} />
        <FirstMonthField value={value} onChange={(chosen) => setTyped({ ...typed, value: chosen })} />
        <Field
          label="Opening balance ($)"
          inputMode="decimal"
          hint={understood(balance) ?? 'Negative: in the customer’s favour.'}
          value={balance}
          onChange={({ target }) => setTyped({ ...typed, balance: target.value })}
        />
        <Field
          label="Reason for the opening"
          value={reason}
          onChange={({ target }) => setTyped({ ...typed, reason: target.value })}
        />
        <Button
          type="submit"
          busy={busy !== null}
          disabled={month === null || amount === undefined || reason.trim() === ''}
        >
          {busy === null ? 'Set' : 'Setting…'}
        </Button>
      </form>
    </Section>
  );
}

const detailsOf = (path: string) => ({
  path,
  resource: customerDetailsResource,
  savedNote: 'The lines on documents were saved.',
  merged: withTyped<DocumentDetails>,
});

function Details({ path, stands }: { path: string; stands: CustomerDetailsResource }) {
  const { typed, setTyped, read, conflict, busy, unsaved, save } = useVersioned(detailsOf(path), stands);
  return (
    <Section title="The customer on documents">
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {unsaved && <Unsaved />}
        <ConflictNotice conflict={conflict} now={read} labels={DETAILS_LABELS} />
        <DetailsFields details={typed} onChange={setTyped} />
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
      </form>
    </Section>
  );
}
