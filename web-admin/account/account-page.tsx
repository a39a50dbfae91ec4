import { useState } from 'react';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Page } from '../components/page.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { Sections } from '../components/sections.tsx';
import { OwnSessions } from '../components/sessions.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { SECOND_FACTOR_CALLS } from '../providers/second-factor-calls.ts';

/** One's own account: the second factor, and where one is signed in (rule: Second factor; rule: Sessions). */
export function AccountPage() {
  const user = useSignedIn();
  const [codesShown, setCodesShown] = useState(false);
  return (
    <Page title="Your account" summary={user?.username}>
      <Sections>
        <Section title="Second factor">
          <SecondFactor calls={SECOND_FACTOR_CALLS} onCodesShown={setCodesShown} />
          {codesShown && <Unsaved />}
        </Section>
        <Section title="Where you are signed in">
          <OwnSessions />
        </Section>
      </Sections>
    </Page>
  );
}
