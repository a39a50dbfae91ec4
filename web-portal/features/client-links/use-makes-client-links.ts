import { customerActedFor } from '../../lib/api-client.ts';
import { useClientView } from '../../lib/client-view.ts';
import { useSession } from '../../lib/session.ts';

/** True for users who act for a customer, but not in client view: a client must see nothing of others. Known from the first paint on. */
export function useMakesClientLinks(): boolean {
  const { user } = useSession();
  const looksOn = useClientView() !== null;
  return (user.customerId ?? customerActedFor()) !== null && !looksOn;
}
