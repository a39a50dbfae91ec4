import styles from './skeleton.module.css';

/** A placeholder of the size of what is being loaded, so that nothing jumps. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span aria-hidden="true" className={styles['skeleton']} style={{ width, height }} />;
}
