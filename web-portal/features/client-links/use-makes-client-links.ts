import { customerActedFor } from '../../lib/api-client.ts';
import { useClientView } from '../../lib/client-view.ts';
import { useSession } from '../../lib/session.ts';

/** True for who acts for a customer, but while a client looks on: that one sees nothing of others. Known from the first paint on. */
export function useMakesClientLinks(): boolean {
  const { user } = useSession();
  const looksOn = useClientView() !== null;
  return (user.customerId ?? customerActedFor()) !== null && !looksOn;
}
