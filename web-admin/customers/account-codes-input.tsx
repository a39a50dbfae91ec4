import { Button } from '#web-shared/components/button/button.tsx';
import { useField } from '../components/form/fields.tsx';
import { wordsOf } from '../components/form/problems-of.ts';
import { AccountFields, NEW_ACCOUNT, type Account } from './account-fields.tsx';
import styles from './customers.module.css';

/** The customer's accounts of the trading system, each a row that can be changed, added or removed. */
export function AccountCodesInput({ source }: { source: string }) {
  const { value, onChange, error, tied } = useField(source);
  const accounts: readonly Account[] = Array.isArray(value) ? (value as Account[]) : [];
  const problemOf = (place: number): string | null =>
    wordsOf(error, [place, 'accountCode']) ?? wordsOf(error, [place, 'docType']);
  const change = (place: number, changes: Partial<Account>): void =>
    onChange(accounts.map((one, at) => (at === place ? { ...one, ...changes } : one)));
  return (
    <div className={styles['accounts']}>
      {accounts.length === 0 && <p className="nothing">No account codes yet.</p>}
      {accounts.map((account, place) => (
        <div key={place} className={styles['account']} role="group" aria-label={`Account ${place + 1}`}>
          <AccountFields
            account={account}
            invalid={problemOf(place) !== null}
            onChange={(changes) => change(place, changes)}
            onBlur={tied.onBlur}
          />
          <Button
            aria-label={`Remove account ${account.accountCode || place + 1}`}
            onClick={() => onChange(accounts.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
          {problemOf(place) && (
            <p className={styles['problem']} role="alert">
              {problemOf(place)}
            </p>
          )}
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...accounts, NEW_ACCOUNT])}>Add account</Button>
      </div>
    </div>
  );
}
