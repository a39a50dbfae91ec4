import { useState } from 'react';
import { useGetList } from 'react-admin';
import { loginReply } from '#contracts/api/session.ts';
import type { UserResource } from '#contracts/api/users.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { firstRows } from '../providers/data-provider.ts';
import { call } from '../providers/http-client.ts';
import { SHOW_PRICES } from '../components/show-prices.ts';
import { toastError } from '../components/toast-error.ts';

/** Opens the portal with exactly the customer's permissions, in the price mode of one of its users. */
export function ViewAs({ customerId }: { customerId: number }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>View as customer</Button>
      {asking && <Question customerId={customerId} onNo={() => setAsking(false)} />}
    </>
  );
}

/** With more users than these, one is searched on the server. */
const OFFERED = 25;

function Question({ customerId, onNo }: { customerId: number; onNo: () => void }) {
  const [username, setUsername] = useState('');
  const [q, setQ] = useState('');
  const { data: users = [], total = 0 } = useGetList<UserResource>(
    'users',
    firstRows(OFFERED, 'username', {
      filter: {
        customerId,
        active: true,
        administrator: false,
        salesRep: false,
        ...(q.trim() !== '' && { q: q.trim() }),
      },
    }),
    { placeholderData: (before) => before },
  );
  const view = async (): Promise<void> => {
    try {
      const body = { customerId, ...(username !== '' && { username }) };
      await call('/api/view-as', loginReply, { body });
      window.location.assign('/');
    } catch (error) {
      toastError(error);
      onNo();
    }
  };
  return (
    <ConfirmDialog question="View the portal as this customer?" onYes={view} onNo={onNo}>
      <p>
        Until you end it, this browser has the customer&apos;s permissions, and none of yours. What you do
        then is recorded under your name.
      </p>
      {(total > OFFERED || q !== '') && (
        <Field
          label="Find a user"
          type="search"
          value={q}
          hint={users.length === 0 ? '0 users found' : undefined}
          onChange={({ target }) => {
            setQ(target.value);
            setUsername('');
          }}
        />
      )}
      {users.length > 0 && (
        <Select
          label="Prices as"
          value={username}
          empty="Its first user"
          choices={users.map((user) => [user.username, `${user.username}, ${SHOW_PRICES[user.showPrices]}`])}
          onChange={setUsername}
        />
      )}
    </ConfirmDialog>
  );
}
