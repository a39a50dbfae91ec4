import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Loaded } from '#web-shared/components/loaded/loaded.tsx';
import Drawer from '#web-shared/components/overlay/drawer.tsx';
import { clientLinksQuery, useChangeClientLinks } from './api/client-links.ts';
import { LinkItem } from './link-item.tsx';
import styles from './client-links.module.css';

/** A customer's client links with what clients did; opening the panel marks the news as seen (product: Client links). */
export default function ClientLinksPanel({ onClose }: { onClose: () => void }) {
  // What the button counts may be a minute old.
  const query = useQuery({ ...clientLinksQuery, staleTime: 0 });
  const { data } = query;
  const { see } = useChangeClientLinks();
  /** What was new, by link: it stays marked while the panel is open, though it counts as seen. */
  const [news, setNews] = useState<ReadonlyMap<string, number>>(new Map());
  const fresh = (data ?? []).filter((link) => link.news > 0);
  if (fresh.some((link) => link.news > (news.get(link.id) ?? 0)))
    setNews(new Map([...news, ...fresh.map((link) => [link.id, link.news] as const)]));
  const note = useEffectEvent(() => {
    if (fresh.length > 0) see.mutate(fresh.map(({ id, activity }) => ({ id, activity })));
  });
  useEffect(() => {
    if (data) note();
  }, [data]);
  return (
    <Drawer label="Client links" side="right" onClose={onClose}>
      <div className={styles['panel']}>
        <header>
          <h2>Client links</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <Loaded query={query} what="The links" height={180}>
          {(links) =>
            links.length === 0 ? (
              <p className={styles['none']}>
                None yet. Choose stones in a list, or open one, then press Client link: your client sees them
                without an account, at retail prices or with none.
              </p>
            ) : (
              <ul aria-label="Links">
                {links.map((link) => (
                  <LinkItem
                    key={link.id}
                    link={link}
                    news={news.get(link.id) ?? link.news}
                    onLeave={onClose}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Drawer>
  );
}
