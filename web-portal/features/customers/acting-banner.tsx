import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/api/session.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { callForSession } from '../../lib/api-client.ts';
import { statusOf } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { customerName, customerOf, useSession } from '../../lib/session.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { Banner } from '../../components/banner/banner.tsx';

/** Tells staff on every page which customer they act for or view the portal as, and lets them stop. */
export function ActingBanner({ onStopActing }: { onStopActing: () => void }) {
  const { user, staff, customer } = useSession();
  // The session says so: the banner is there before anything of the customer's.
  if (user.viewingAs)
    return <Viewing as={user.viewingAs} name={customerName(customer, user.viewingAs.customerId)} />;
  const actedFor = customerOf(user);
  if (!staff || actedFor === null) return null;
  return (
    <Banner label="Acting for a customer" tone="warning">
      <span>
        Acting for <strong>{customerName(customer, actedFor)}</strong>
      </span>
      <Button look="plain" onClick={onStopActing}>
        Stop
      </Button>
    </Banner>
  );
}

type ViewingAs = NonNullable<User['viewingAs']>;

function Viewing({ as: { customerId, username }, name }: { as: ViewingAs; name: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await callForSession({ path: '/api/view-as/end', read: () => undefined });
      window.location.assign(`/admin/customers/${customerId}/show`);
    } catch (error) {
      // Confirming the sign-in says that the session has ended, and signs out.
      if (statusOf(error) === 401) await client.invalidateQueries({ queryKey: queryKeys.session });
      else toastFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Banner label="Viewing as a customer" tone="warning">
      <span>
        You see what <strong>{username ?? 'a user'}</strong> of <strong>{name}</strong> sees, with its
        permissions and prices
      </span>
      <Button look="plain" onClick={() => void end()} busy={busy}>
        End view
      </Button>
    </Banner>
  );
}
