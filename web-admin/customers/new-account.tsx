import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { availableAccount, type AvailableAccount } from '#contracts/api/customer-edits.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { firstRows, MOST_ROWS } from '../providers/data-provider.ts';
import { AccountFields, docTypesOf, NEW_ACCOUNT, type Account } from './account-fields.tsx';
import styles from './customers.module.css';

/**
 * Enters an account that belongs to no customer yet. One that is a customer's is refused: the call would take it away from
 * there. `onAdd` throws why it could not be added; what was typed stays then.
 */
export function NewAccount({ onAdd }: { onAdd: (account: AvailableAccount) => Promise<unknown> }) {
  const [account, setAccount] = useState(NEW_ACCOUNT);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ownerOf = useOwner();
  const change = (changes: Partial<Account>): void => {
    setProblem(null);
    setAccount({ ...account, ...changes });
  };
  const add = async (): Promise<void> => {
    const read = availableAccount.safeParse({
      ...account,
      docType: docTypesOf(account.docType),
      customerId: null,
    });
    if (!read.success) return setProblem(read.error.issues[0]?.message ?? null);
    setBusy(true);
    try {
      const owner = await ownerOf(read.data);
      if (owner !== undefined) return setProblem(`This account belongs to ${owner}. Remove it there first.`);
      await onAdd(read.data);
      setAccount(insteadOf(account, NEW_ACCOUNT));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles['account']}
      aria-label="New account"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <AccountFields account={account} invalid={problem !== null} onChange={change} />
      <Button type="submit" busy={busy}>
        Add account
      </Button>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** The name of the customer whose account it is; undefined when it is free. */
function useOwner(): (account: AvailableAccount) => Promise<string | undefined> {
  const dataProvider = useDataProvider();
  return async ({ dxInstance, accountCode }) => {
    const { data } = await dataProvider.getList<CustomerResource>(
      'customers',
      firstRows(MOST_ROWS, 'name', { filter: { q: accountCode } }),
    );
    return data.find(({ accountCodes = [] }) =>
      accountCodes.some((one) => one.dxInstance === dxInstance && one.accountCode === accountCode),
    )?.name;
  };
}
