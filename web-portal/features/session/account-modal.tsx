import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { SessionList } from '#web-shared/account/session-list.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { useSession } from '../../lib/session.ts';
import { ownSessionsQuery, useEndSession } from './api/own-sessions.ts';
import { ownSecondFactorQuery, SECOND_FACTOR_CALLS } from './api/second-factor.ts';
import styles from './session.module.css';

/** Account Security, from the profile drawer: the second factor, and where one is signed in (rule: Second factor; rule: Sessions). */
export default function AccountModal({ staff, onClose }: { staff: boolean; onClose: () => void }) {
  const { user } = useSession();
  const sessions = useQuery(ownSessionsQuery);
  const end = useEndSession();
  const [codesShown, setCodesShown] = useState(false);
  return (
    <Modal title="Account Security" className={styles['account']} busy={codesShown} onClose={onClose}>
      {staff ? (
        <Section title="Second factor">
          <SecondFactor calls={SECOND_FACTOR_CALLS} onCodesShown={setCodesShown} />
        </Section>
      ) : (
        // In a view it would be that of the member of staff.
        !user.viewingAs && <FormerStaffFactor onCodesShown={setCodesShown} />
      )}
      <Section title="Where you are signed in">
        <SessionList query={sessions} busy={end.isPending} onEnd={(id) => end.mutate(id)} />
      </Section>
    </Modal>
  );
}

/** The second factor of a customer's user that was staff when it was set up: there is no other way to be rid of it. */
function FormerStaffFactor({ onCodesShown }: { onCodesShown: (shown: boolean) => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ownSecondFactorQuery);
  const calls = useMemo(
    () => ({
      ...SECOND_FACTOR_CALLS,
      // Once it is removed there is none to set up.
      remove: async (password: string, code: string) => {
        const state = await SECOND_FACTOR_CALLS.remove(password, code);
        client.setQueryData(ownSecondFactorQuery.queryKey, state);
        return state;
      },
    }),
    [client],
  );
  if (!data && error)
    return (
      <Section title="Second factor">
        <CouldNotLoad what="Your second factor" error={error} retry={() => void refetch()} />
      </Section>
    );
  if (!data?.enabled) return null;
  return (
    <Section title="Second factor">
      <SecondFactor calls={calls} onCodesShown={onCodesShown} />
    </Section>
  );
}
