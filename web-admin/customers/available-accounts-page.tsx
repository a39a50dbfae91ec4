import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  availableAccountsReply,
  type AvailableAccount,
  type FreeAccount,
} from '#contracts/api/customer-edits.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { CustomerPicker } from '../components/customer-picker.tsx';
import { BackToList } from '../components/back-to.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { Page } from '../components/page.tsx';
import { TextLink } from '../components/text-link.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { Loaded } from '../components/loaded.tsx';
import { toastError } from '../components/toast-error.ts';
import { call } from '../providers/http-client.ts';
import { docTypesOf, DocumentsSelect } from './account-fields.tsx';
import { NewAccount } from './new-account.tsx';
import styles from './customers.module.css';

const KEY = ['available accounts'];
const keyOf = ({ dxInstance, accountCode }: Pick<AvailableAccount, 'dxInstance' | 'accountCode'>): string =>
  `${dxInstance} ${accountCode}`;

/**
 * Available Accounts: those of the trading system that belong to no customer yet (product: Customers screen;
 * product: Account code).
 */
export function AvailableAccountsPage() {
  const accounts = useQuery({
    queryKey: KEY,
    queryFn: () => call('/admin/getnullaccounts', availableAccountsReply),
  });
  const client = useQueryClient();
  const update = async (account: AvailableAccount, done: string): Promise<void> => {
    const rest = await call('/admin/updateaccountcodes', availableAccountsReply, { body: [account] });
    toastSuccess(done);
    client.setQueryData(KEY, rest);
    void client.invalidateQueries({ queryKey: ['customers'] });
  };
  return (
    <Page
      title="Available Accounts"
      above={<BackToList resource="customers" />}
      summary={accounts.data && formatNumberOf(accounts.data.length, ['account', 'accounts'])}
    >
      <Loaded query={accounts} noun="accounts" height={160}>
        {(available) => (
          <div className={styles['accounts']}>
            {available.length === 0 && <p className="nothing">All known accounts belong to customers.</p>}
            {available.map((account) => (
              <AvailableRow
                key={keyOf(account)}
                account={account}
                onGive={(given) => update(given, `${account.accountCode} was assigned.`)}
              />
            ))}
            <NewAccount onAdd={(account) => update(account, `${account.accountCode} was added.`)} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

type AvailableRowProps = {
  account: FreeAccount;
  /** Throws why it could not be given. */
  onGive: (account: AvailableAccount) => Promise<void>;
};

function AvailableRow({ account, onGive }: AvailableRowProps) {
  const { inSuspense, ...known } = account;
  const { dxInstance, accountCode } = known;
  // Until one is chosen, what the account stands on now: another person may have changed it.
  const [chosen, setChosen] = useState<string | null>(null);
  const docType = chosen ?? known.docType.join(',');
  const [customerId, setCustomerId] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const give = async (): Promise<void> => {
    setBusy(true);
    try {
      await onGive({ ...known, docType: docTypesOf(docType), customerId });
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <div className={styles['account']} role="group" aria-label={accountCode}>
      <strong className={styles['code']}>{accountCode}</strong>
      <span className={styles['instance']}>{formatConstant(dxInstance)}</span>
      <DocumentsSelect docType={docType} onChange={setChosen} />
      <CustomerPicker
        className={styles['picker']}
        empty="Choose a customer…"
        customerId={customerId}
        onChoose={setCustomerId}
      />
      <Button look="primary" disabled={customerId === null} busy={busy} onClick={() => void give()}>
        Save
      </Button>
      {inSuspense ? (
        <span>
          Documents in <TextLink to="/suspense">suspense</TextLink> name it.
        </span>
      ) : (
        <ConfirmedButton
          name={`Remove account ${accountCode}`}
          question={`Remove the account ${accountCode}?`}
          done={`${accountCode} was removed.`}
          act={() => remove(known)}
        />
      )}
    </div>
  );
}

/**
 * Removes an account that belongs to no customer.
 * @throws {Error} in words when it was given to a customer, or a document came to name it, since the page was read
 */
async function remove({ dxInstance, accountCode }: AvailableAccount): Promise<void> {
  const body = [{ dxInstance, accountCode, movedFrom: null }];
  const rest = await call('/admin/deleteaccountcodes', availableAccountsReply, { body });
  if (rest.some((other) => keyOf(other) === keyOf({ dxInstance, accountCode })))
    throw new Error(`${accountCode} stays: documents in suspense now name it.`);
}
