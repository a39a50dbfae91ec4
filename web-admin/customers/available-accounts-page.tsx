import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import {
  availableAccount,
  availableAccountsReply,
  type AvailableAccount,
} from '#contracts/api/customer-edits.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import ConfirmDialog from '../../web-portal/components/confirm-dialog/confirm-dialog.tsx';
import { Skeleton } from '../../web-portal/components/skeleton/skeleton.tsx';
import { FailedState, messageOf } from '../components/failed-state.tsx';
import { BackTo } from '../components/form/edit-record.tsx';
import { formatConstant, formatNumberOf } from '../components/format.ts';
import { Page } from '../components/page.tsx';
import { toastFailure, toastSuccess } from '../components/toasts/toast.ts';
import { call } from '../providers/http-client.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { accountCodeTyped, DOC_TYPES } from './account-codes-input.tsx';
import styles from './customers.module.css';

const KEY = ['available accounts'];
const NEW: AvailableAccount = { dxInstance: 'VITRINE', accountCode: '', docType: ['MEMO'], customerId: null };
const keyOf = ({ dxInstance, accountCode }: AvailableAccount): string => `${dxInstance} ${accountCode}`;

/** Available Accounts: those of the trading system that belong to no customer yet (specification, sections 2.8 and 3). */
export function AvailableAccountsPage() {
  const accounts = useQuery({
    queryKey: KEY,
    queryFn: () => call('/admin/getnullaccounts', availableAccountsReply),
  });
  const client = useQueryClient();
  const [removing, setRemoving] = useState<AvailableAccount | null>(null);
  const change = useMutation({
    mutationFn: ({ path, body }: { path: string; body: unknown[]; done: string }) =>
      call(path, availableAccountsReply, { body }),
    onSuccess: (rest, { done }) => {
      client.setQueryData(KEY, rest);
      void client.invalidateQueries({ queryKey: ['customers'] });
      toastSuccess(done);
    },
    onError: (error) => toastFailure(messageOf(error)),
  });
  const update = (account: AvailableAccount, done: string): Promise<unknown> =>
    Promise.allSettled([change.mutateAsync({ path: '/admin/updateaccountcodes', body: [account], done })]);
  return (
    <Page
      title="Available Accounts"
      above={<BackTo resource="customers" title="Customers" />}
      summary={accounts.data && formatNumberOf(accounts.data.length, ['account', 'accounts'])}
    >
      {accounts.error ? (
        <FailedState
          error={accounts.error}
          heading="The accounts could not be loaded"
          onRetry={() => void accounts.refetch()}
        />
      ) : accounts.data ? (
        <div className={styles['accounts']}>
          {accounts.data.length === 0 && (
            <p className={styles['none']}>Every account that is known belongs to a customer.</p>
          )}
          {accounts.data.map((account) => (
            <AvailableRow
              key={keyOf(account)}
              account={account}
              onGive={(given) => update(given, `${account.accountCode} was given out.`)}
              onRemove={() => setRemoving(account)}
            />
          ))}
          <NewAccount onAdd={(account) => update(account, `${account.accountCode} was added.`)} />
        </div>
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={160} />
        </div>
      )}
      {removing && (
        <ConfirmDialog
          question={`Remove the account ${removing.accountCode}?`}
          onNo={() => setRemoving(null)}
          onYes={async () => {
            const { dxInstance, accountCode } = removing;
            const done = `${accountCode} was removed.`;
            const path = '/admin/deleteaccountcodes';
            await Promise.allSettled([
              change.mutateAsync({ path, body: [{ dxInstance, accountCode }], done }),
            ]);
            setRemoving(null);
          }}
        />
      )}
    </Page>
  );
}

const docTypesOf = (joined: string): AvailableAccount['docType'] =>
  joined.split(',').map((one) => (one === 'INVOICE' ? 'INVOICE' : 'MEMO'));

type AvailableRowProps = {
  account: AvailableAccount;
  onGive: (account: AvailableAccount) => unknown;
  onRemove: () => void;
};

function AvailableRow({ account, onGive, onRemove }: AvailableRowProps) {
  const [docType, setDocType] = useState(account.docType.toSorted().join(','));
  const [customerId, setCustomerId] = useState('');
  const { data: customers = [] } = useGetList<CustomerResource>('customers', {
    pagination: { page: 1, perPage: MOST_ROWS },
    sort: { field: 'name', order: 'ASC' },
    filter: {},
  });
  return (
    <div className={styles['account']} role="group" aria-label={account.accountCode}>
      <strong className={styles['code']}>{account.accountCode}</strong>
      <span className={styles['instance']}>{formatConstant(account.dxInstance)}</span>
      <select aria-label="Documents" value={docType} onChange={({ target }) => setDocType(target.value)}>
        {DOC_TYPES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select aria-label="Customer" value={customerId} onChange={({ target }) => setCustomerId(target.value)}>
        <option value="">Choose a customer…</option>
        {customers.map((customer) => (
          <option key={customer.id} value={customer.id}>
            {customer.name}
          </option>
        ))}
      </select>
      <Button
        variant="contained"
        disabled={customerId === ''}
        onClick={() =>
          void onGive({ ...account, docType: docTypesOf(docType), customerId: Number(customerId) })
        }
      >
        Save
      </Button>
      <Button aria-label={`Remove account ${account.accountCode}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

function NewAccount({ onAdd }: { onAdd: (account: AvailableAccount) => Promise<unknown> }) {
  const [account, setAccount] = useState(NEW);
  const [tried, setTried] = useState(false);
  const read = availableAccount.safeParse(account);
  const problem = tried ? read.error?.issues[0]?.message : undefined;
  return (
    <form
      className={styles['account']}
      aria-label="New account"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!read.success) return;
        void onAdd(read.data).then(() => {
          setAccount(NEW);
          setTried(false);
        });
      }}
    >
      <select
        aria-label="Instance"
        value={account.dxInstance}
        onChange={({ target }) =>
          setAccount({
            ...account,
            dxInstance: DX_INSTANCES.find((one) => one === target.value) ?? DX_INSTANCES[0],
          })
        }
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
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => setAccount({ ...account, accountCode: accountCodeTyped(target.value) })}
      />
      <select
        aria-label="Documents"
        value={account.docType.toSorted().join(',')}
        onChange={({ target }) => setAccount({ ...account, docType: docTypesOf(target.value) })}
      >
        {DOC_TYPES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button type="submit">Add account</Button>
      {problem && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
