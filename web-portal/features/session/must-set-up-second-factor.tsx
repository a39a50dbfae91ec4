import { SecondFactor } from '#web-shared/account/second-factor.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { SECOND_FACTOR_CALLS } from './api/second-factor.ts';
import styles from './session.module.css';

/** The forced modal of staff who must set up a second factor before continuing; it cannot be closed. */
export default function MustSetUpSecondFactor({
  codesShown,
  onCodesShown,
  onDone,
  onLogOut,
}: {
  codesShown: boolean;
  onCodesShown: (shown: boolean) => void;
  onDone: () => void;
  onLogOut: () => void;
}) {
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="factor-heading">
      <div className={styles['dialog']}>
        <h2 id="factor-heading">Set up your second factor</h2>
        <SecondFactor calls={SECOND_FACTOR_CALLS} onDone={onDone} onCodesShown={onCodesShown} />
        {!codesShown && (
          <button type="button" className={styles['quiet']} onClick={onLogOut}>
            Log Out
          </button>
        )}
      </div>
    </Dialog>
  );
}
