import { useListContext } from 'react-admin';
import { billRunResource } from '#contracts/api/bills.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { call } from '../providers/http-client.ts';
import { useAct } from '../components/use-act.ts';

/**
 * Checks every issued bill; one that differs from the log, or of whose month a change stands on no bill, becomes an alarm
 * (rule: Closing and adjusting).
 */
export function VerifyBills() {
  const { refetch } = useListContext();
  const { busy, act } = useAct();
  const verify = async (): Promise<void> => {
    await act('verify', async () => {
      await call('/api/bill-runs', billRunResource, { body: { kind: 'VERIFY' } });
      return 'Every bill is being checked.';
    });
    await refetch();
  };
  return (
    <Button busy={busy !== null} onClick={() => void verify()}>
      Verify all bills
    </Button>
  );
}
