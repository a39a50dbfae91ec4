import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { useNoServer } from '../../../lib/connection.ts';
import styles from './stone-page.module.css';

/** In place of what the row does not contain: it is being loaded, or needs the server. */
export function NotYet({ height }: { height: number }) {
  const noServer = useNoServer();
  return noServer === null ? <Skeleton height={height} /> : <p className={styles['note']}>{noServer}</p>;
}
