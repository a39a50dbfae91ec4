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
  const settings = useGet(PATH, financeSettingsResource);
  return (
    <Loaded query={settings} noun="settings">
      {(stands) => <Form stands={stands} />}
    </Loaded>
  );
}

/** Of two who save what both have read, the second is refused. */
function Form({ stands }: { stands: FinanceSettingsResource }) {
  const [settings, setSettings] = useState<FinanceSettings>(stands);
  const [kept, setKept] = useState<FinanceSettings>(stands);
  const [read, setRead] = useState(stands.version);
  const { details, accounts } = settings;
  const { busy, act } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act('save', async () => {
          const body = { details, accounts };
          const { version } = await call(PATH, financeSettingsResource, {
            method: 'PUT',
            body,
            version: read,
          });
          setRead(version);
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
