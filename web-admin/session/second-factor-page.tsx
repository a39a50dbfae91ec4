import { useState } from 'react';
import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { Button } from '#web-shared/components/button/button.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { SECOND_FACTOR } from '../providers/auth-provider.ts';
import { SECOND_FACTOR_CALLS } from '../providers/second-factor-calls.ts';
import { EntranceFor } from './entrance.tsx';
import styles from './session.module.css';
import { useLogOut } from './use-log-out.ts';

/** Staff of a house that requires a second factor set it up before anything else (rule: Second factor). */
export function SecondFactorPage() {
  const logOut = useLogOut();
  const [codesShown, setCodesShown] = useState(false);
  return (
    <EntranceFor path={SECOND_FACTOR} title="Set up your second factor">
      {() => (
        <>
          <SecondFactor
            calls={SECOND_FACTOR_CALLS}
            onDone={() => window.location.assign('/admin/')}
            onCodesShown={setCodesShown}
          />
          {codesShown ? (
            <Unsaved />
          ) : (
            <div className={styles['actions']}>
              <Button large onClick={() => void logOut()}>
                Log Out
              </Button>
            </div>
          )}
        </>
      )}
    </EntranceFor>
  );
}
