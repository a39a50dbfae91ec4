import { userSecondFactor } from '#contracts/api/second-factor.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { call } from '../providers/http-client.ts';
import { useGet } from '../providers/use-get.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';
import styles from './user-second-factor.module.css';

/**
 * A user's second factor, for administrators: whether there is one, who reset it, and its reset. A customer's user has one
 * only that was staff before (rule: Second factor).
 */
export function UserSecondFactor({ username, staff }: { username: string; staff: boolean }) {
  const path = `/api/users/${encodeURIComponent(username)}/second-factor`;
  const me = useSignedIn();
  const { data, error, refetch } = useGet(path, userSecondFactor, { retry: false });
  if (!data && error)
    return (
      <Section title="Second factor">
        <FailedState error={error} what="The second factor" onRetry={() => void refetch()} />
      </Section>
    );
  if (!data || !(staff || data.enabled)) return null;
  const { enabled, lastReset } = data;
  return (
    <Section title="Second factor">
      <Facts
        facts={[
          ['Second factor', enabled ? 'On' : data.required ? 'Due at the next sign-in' : 'Off'],
          ['Reset', lastReset && `${formatMoment(lastReset.at)} by ${lastReset.by}`],
        ]}
      />
      {enabled && me?.username !== username && (
        <div className={styles['reset']}>
          <ConfirmedButton
            label="Reset Second Factor"
            question={`Reset the second factor of ${username}? Its sessions end, and the password alone signs it in until a new one is set up.`}
            done={`The second factor of ${username} was reset.`}
            act={() => call(path, userSecondFactor, { method: 'DELETE' })}
          />
        </div>
      )}
    </Section>
  );
}
