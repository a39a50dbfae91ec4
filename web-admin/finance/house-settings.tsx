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
import { ConflictNotice } from '../components/form/conflict-notice.tsx';
import { useVersioned, withTyped } from '../components/form/use-versioned.ts';
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

const fieldsOf = ({ details, accounts }: FinanceSettings) => ({ ...details, ...accounts });

const SETTINGS = {
  path: PATH,
  resource: financeSettingsResource,
  savedNote: 'The settings were saved.',
  merged: (now: FinanceSettings, read: FinanceSettings, typed: FinanceSettings): FinanceSettings => ({
    details: withTyped(now.details, read.details, typed.details),
    accounts: withTyped(now.accounts, read.accounts, typed.accounts),
  }),
};

function Form({ stands }: { stands: FinanceSettingsResource }) {
  const { typed, setTyped, read, conflict, busy, unsaved, save } = useVersioned(SETTINGS, stands);
  const { details, accounts } = typed;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {unsaved && <Unsaved />}
      <ConflictNotice conflict={conflict} now={read} fieldsOf={fieldsOf} labels={LABELS} />
      <Section title="The house on documents">
        <div className={styles['form']}>
          <DetailsFields details={details} onChange={(changed) => setTyped({ accounts, details: changed })} />
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
                setTyped({ details, accounts: { ...accounts, [account]: target.value } })
              }
            />
          ))}
        </div>
      </Section>
      <Button type="submit" look="primary" busy={busy}>
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
