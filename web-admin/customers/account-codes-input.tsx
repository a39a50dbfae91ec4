import Button from '@mui/material/Button';
import { useField } from '../components/form/fields.tsx';
import type { Customer } from '#contracts/api/customers.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import { wordsOf } from '../components/form/problems-of.ts';
import { formatConstant } from '../components/format.ts';
import styles from './customers.module.css';

type Account = NonNullable<Customer['accountCodes']>[number];

/** 'MEMO', 'INVOICE' or both, joined with commas (specification, section 3: Account code). */
export const DOC_TYPES = [
  ['MEMO', 'Memo'],
  ['INVOICE', 'Invoice'],
  ['INVOICE,MEMO', 'Both'],
] as const;

const NEW_ACCOUNT: Account = { dxInstance: DX_INSTANCES[0], accountCode: '', docType: 'MEMO' };

/** The customer's accounts of the trading system, each a row that can be changed, added or removed. */
export function AccountCodesInput({ source }: { source: string }) {
  const { value, onBlur, onChange, error } = useField(source);
  const accounts: readonly Account[] = Array.isArray(value) ? (value as Account[]) : [];
  const problemOf = (place: number): string | null =>
    wordsOf(error, [place, 'accountCode']) ?? wordsOf(error, [place, 'docType']);
  const change = (place: number, changes: Partial<Account>): void =>
    onChange(accounts.map((one, at) => (at === place ? { ...one, ...changes } : one)));
  return (
    <div className={styles['accounts']}>
      {accounts.length === 0 && <p className={styles['none']}>No account codes yet.</p>}
      {accounts.map((account, place) => (
        <div key={place} className={styles['account']} role="group" aria-label={`Account ${place + 1}`}>
          <select
            aria-label="Instance"
            value={account.dxInstance}
            onChange={(event) => change(place, { dxInstance: event.target.value })}
          >
            {DX_INSTANCES.map((instance) => (
              <option key={instance} value={instance}>
                {formatConstant(instance)}
              </option>
            ))}
          </select>
          <input
            aria-label="Account code"
            placeholder="##-##-####"
            inputMode="numeric"
            value={account.accountCode}
            aria-invalid={problemOf(place) ? true : undefined}
            onBlur={onBlur}
            onChange={(event) => change(place, { accountCode: accountCodeTyped(event.target.value) })}
          />
          <select
            aria-label="Documents"
            value={sorted(account.docType)}
            onChange={(event) => change(place, { docType: event.target.value })}
          >
            {DOC_TYPES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
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

const sorted = (docType: string): string =>
  docType
    .split(',')
    .map((one) => one.trim())
    .sort()
    .join(',');

/** Digits as ##-##-####; the dashes come by themselves. */
export function accountCodeTyped(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('-');
}
