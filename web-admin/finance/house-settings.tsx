import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  financeSettingsResource,
  type FinanceSettings,
  type FinanceSettingsResource,
  type JournalAccounts,
} from '#contracts/api/finance.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { ConflictNotice, type Conflict } from '../components/form/conflict-notice.tsx';
import { useAct } from '../components/use-act.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call, statusOf } from '../providers/http-client.ts';
import { DETAILS_LABELS, DetailsFields } from '../components/details-fields.tsx';
import styles from '../components/settings-form.module.css';
import { useGet } from '../providers/use-get.ts';

const PATH = '/api/finance-settings';
const ACCOUNTS: readonly (readonly [account: keyof JournalAccounts, label: string])[] = [
  ['receivable', 'Receivable'],
  ['payable', 'Payable'],
  ['fees', 'Fees'],
  ['surcharge', 'Surcharge'],
  ['trueUp', 'Minimum true-up'],
  ['rebates', 'Rebates'],
  ['adjustments', 'Adjustments'],
  ['openingBalance', 'Opening balances'],
  ['vendorCosts', 'Vendor shares'],
];

/** The house's lines on documents, and the accounts of the journal. */
export function HouseSettings() {
  const settings = useGet(PATH, financeSettingsResource);
  return (
    <Loaded query={settings} noun="settings">
      {(stands) => <Form stands={stands} />}
    </Loaded>
  );
}

const LABELS: Readonly<Record<string, string>> = { ...DETAILS_LABELS, ...Object.fromEntries(ACCOUNTS) };

/** What was typed stays, over the settings as they are now. */
const withTyped = <Group extends object>(now: Group, read: Group, typed: Group): Group => {
  const keys = Object.keys(typed) as (keyof Group)[];
  const changed = keys.filter((key) => typed[key] !== read[key]);
  return { ...now, ...Object.fromEntries(changed.map((key) => [key, typed[key]])) };
};

const fieldsOf = ({ details, accounts }: FinanceSettings) => ({ ...details, ...accounts });

/** Of two who save what both have read, the second is refused, reads what the first saved, and can save over it. */
function Form({ stands }: { stands: FinanceSettingsResource }) {
  const client = useQueryClient();
  const [settings, setSettings] = useState<FinanceSettings>(stands);
  const [read, setRead] = useState(stands);
  const [kept, setKept] = useState<FinanceSettings>(stands);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { details, accounts } = settings;
  const { busy, act } = useAct();
  const note = (now: FinanceSettingsResource): void => {
    client.setQueryData([PATH], now);
    setRead(now);
  };
  const readAgain = async (failure: unknown): Promise<void> => {
    const now = await call(PATH, financeSettingsResource, { method: 'GET' });
    // What is typed by now, which is more than what was sent when one typed on meanwhile.
    setSettings((typed) => ({
      details: withTyped(now.details, read.details, typed.details),
      accounts: withTyped(now.accounts, read.accounts, typed.accounts),
    }));
    setConflict({ message: messageOf(failure), before: fieldsOf(read) });
    note(now);
  };
  const save = async (): Promise<string> => {
    const body = { details, accounts };
    note(await call(PATH, financeSettingsResource, { method: 'PUT', body, version: read.version }));
    setKept(settings);
    setConflict(null);
    return 'The settings were saved.';
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act('save', save, async (failure) => {
          if (statusOf(failure) !== 409) return false;
          await readAgain(failure);
          return true;
        });
      }}
    >
      {settings !== kept && <Unsaved />}
      <ConflictNotice conflict={conflict} record={fieldsOf(read)} labels={LABELS} />
      <Section title="The house on documents">
        <div className={styles['form']}>
          <DetailsFields
            details={details}
            onChange={(changed) => setSettings({ accounts, details: changed })}
          />
        </div>
      </Section>
      <Section title="Accounts of the journal">
        <div className={styles['form']}>
          {ACCOUNTS.map(([account, label]) => (
            <Field
              key={account}
              label={label}
              value={accounts[account]}
              onChange={({ target }) =>
                setSettings({ details, accounts: { ...accounts, [account]: target.value } })
              }
            />
          ))}
        </div>
      </Section>
      <Button type="submit" look="primary" busy={busy !== null}>
        {busy === null ? 'Save' : 'Saving…'}
      </Button>
    </form>
  );
}
