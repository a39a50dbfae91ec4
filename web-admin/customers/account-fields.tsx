import type { Customer } from '#contracts/api/customers.ts';
import type { AvailableAccount } from '#contracts/api/customer-edits.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import { Options } from '#web-shared/components/field/field.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';

/** An account of the trading system as it is edited: its kinds of documents joined with commas. */
export type Account = NonNullable<Customer['accountCodes']>[number];

const INSTANCES = DX_INSTANCES.map((instance) => [instance, formatConstant(instance)] as const);

/** 'MEMO', 'INVOICE' or both (product: Account code). */
const DOC_TYPES = [
  ['MEMO', 'Memo'],
  ['INVOICE', 'Invoice'],
  ['INVOICE,MEMO', 'Both'],
] as const;

export const NEW_ACCOUNT: Account = { dxInstance: DX_INSTANCES[0], accountCode: '', docType: 'MEMO' };

type AccountFieldsProps = {
  account: Account;
  invalid: boolean;
  onChange: (changes: Partial<Account>) => void;
  onBlur?: () => void;
};

/** Instance, account code (##-##-####) and documents of one account. */
export function AccountFields({ account, invalid, onChange, onBlur }: AccountFieldsProps) {
  return (
    <>
      <select
        aria-label="Instance"
        value={account.dxInstance}
        onChange={({ target }) => onChange({ dxInstance: target.value })}
      >
        <Options choices={INSTANCES} />
      </select>
      <input
        aria-label="Account code"
        placeholder="##-##-####"
        inputMode="numeric"
        value={account.accountCode}
        aria-invalid={invalid ? true : undefined}
        onBlur={onBlur}
        onChange={({ target }) => onChange({ accountCode: accountCodeTyped(target.value) })}
      />
      <DocumentsSelect docType={account.docType} onChange={(docType) => onChange({ docType })} />
    </>
  );
}

/** Which documents an account stands on: memos, invoices or both. */
export function DocumentsSelect({
  docType,
  onChange,
}: {
  docType: string;
  onChange: (docType: string) => void;
}) {
  return (
    <select aria-label="Documents" value={sorted(docType)} onChange={({ target }) => onChange(target.value)}>
      <Options choices={DOC_TYPES} />
    </select>
  );
}

const sorted = (docType: string): string =>
  docType
    .split(',')
    .map((one) => one.trim())
    .sort()
    .join(',');

/** The kinds of documents as a list; joined for editing, split on save (product: Account code). */
export const docTypesOf = (joined: string): AvailableAccount['docType'] =>
  joined.split(',').map((one) => (one === 'INVOICE' ? 'INVOICE' : 'MEMO'));

/** Digits as ##-##-####; the dashes come by themselves. */
function accountCodeTyped(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('-');
}
