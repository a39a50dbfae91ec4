import styles from './skeleton.module.css';

/** The place of something that is on its way, of its size, so that nothing jumps when it comes. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span aria-hidden="true" className={styles['skeleton']} style={{ width, height }} />;
}
