import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { SessionList } from '#web-shared/account/session-list.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { ownSessionsQuery, useEndSession } from './api/own-sessions.ts';
import { SECOND_FACTOR_CALLS } from './api/second-factor.ts';
import styles from './session.module.css';

/** Account Security, from the profile drawer: the second factor of staff, and where one is signed in (rule: Second factor; rule: Sessions). */
export default function AccountModal({ staff, onClose }: { staff: boolean; onClose: () => void }) {
  const heading = useId();
  const sessions = useQuery(ownSessionsQuery);
  const end = useEndSession();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <div className={styles['account']}>
        <ModalHead id={heading} title="Account Security" onClose={onClose} />
        {staff && (
          <Section title="Second factor">
            <SecondFactor calls={SECOND_FACTOR_CALLS} />
          </Section>
        )}
        <Section title="Where you are signed in">
          <SessionList query={sessions} busy={end.isPending} onEnd={(id) => end.mutate(id)} />
        </Section>
      </div>
    </Dialog>
  );
}
