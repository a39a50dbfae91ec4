import { Section } from '#web-shared/components/facts/facts.tsx';
import { Page } from '../components/page.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import styles from './account.module.css';
import { OwnSessions } from './sessions.tsx';

/** One's own account: where one is signed in (rule: Sessions). */
export function AccountPage() {
  const user = useSignedIn();
  return (
    <Page title="Your account" summary={user?.username}>
      <div className={styles['account']}>
        <Section title="Where you are signed in">
          <OwnSessions />
        </Section>
      </div>
    </Page>
  );
}
