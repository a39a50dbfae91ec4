import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { clientLinksQuery } from './api/client-links.ts';
import styles from './client-links.module.css';

/** Opens the client links; it counts what clients did that has not been seen yet (product: Client links). */
export function ClientLinksButton({ onOpen }: { onOpen: () => void }) {
  const { data = [] } = useQuery(clientLinksQuery);
  const news = data.reduce((sum, link) => sum + link.news, 0);
  return (
    <button
      type="button"
      className={styles['opener']}
      aria-label={news > 0 ? `Client links, ${formatCount(news)} new` : undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Icon name="link" size={15} />
      <span>Client links</span>
      {news > 0 && <strong className={styles['mark']}>{formatCount(news)} new</strong>}
    </button>
  );
}
