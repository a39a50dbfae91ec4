import { formatTimeOfToday } from '#web-shared/formats/moments.ts';
import { useAway } from '../../lib/connection.ts';
import styles from './away-banner.module.css';

/** On every page while there is no connection: as of when it is, and what cannot be done (product: Without a network). */
export function AwayBanner() {
  const away = useAway();
  return (
    <div role="status">
      {away && (
        <p className={styles['banner']}>
          <strong>No connection: as of {formatTimeOfToday(away.asOf)}.</strong> You can look; what needs the
          server waits until the network is back.
        </p>
      )}
    </div>
  );
}
