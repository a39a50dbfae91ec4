import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { SessionList } from '#web-shared/account/session-list.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { ownSessionsQuery, useEndSession } from './api/own-sessions.ts';
import { SECOND_FACTOR_CALLS } from './api/second-factor.ts';
import styles from './session.module.css';

/** Account Security, from the profile drawer: the second factor of staff, and where one is signed in (rule: Second factor; rule: Sessions). */
export default function AccountModal({ staff, onClose }: { staff: boolean; onClose: () => void }) {
  const sessions = useQuery(ownSessionsQuery);
  const end = useEndSession();
  const [codesShown, setCodesShown] = useState(false);
  return (
    <Modal title="Account Security" className={styles['account']} busy={codesShown} onClose={onClose}>
      {staff && (
        <Section title="Second factor">
          <SecondFactor calls={SECOND_FACTOR_CALLS} onCodesShown={setCodesShown} />
        </Section>
      )}
      <Section title="Where you are signed in">
        <SessionList query={sessions} busy={end.isPending} onEnd={(id) => end.mutate(id)} />
      </Section>
    </Modal>
  );
}
