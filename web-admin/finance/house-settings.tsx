import { useState } from 'react';
import { financeSettingsSchema, type FinanceSettings, type JournalAccounts } from '#contracts/api/finance.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { DetailsFields } from '../components/details-fields.tsx';
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
  const settings = useGet(PATH, financeSettingsSchema);
  return (
    <Loaded query={settings} noun="settings">
      {(stands) => <Form stands={stands} />}
    </Loaded>
  );
}

function Form({ stands }: { stands: FinanceSettings }) {
  const [settings, setSettings] = useState(stands);
  const [kept, setKept] = useState(stands);
  const { details, accounts } = settings;
  const { busy, act } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act('save', async () => {
          await call(PATH, financeSettingsSchema, { method: 'PUT', body: { details, accounts } });
          setKept(settings);
          return 'The settings were saved.';
        });
      }}
    >
      {settings !== kept && <Unsaved />}
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
