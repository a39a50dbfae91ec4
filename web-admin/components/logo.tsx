import { Logo as ProductLogo } from '#web-shared/components/logo.tsx';
import styles from './logo.module.css';

/** The product's mark and name, and that this is its back office. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span className={styles['logo']}>
      <ProductLogo large={large} /> <small>Back Office</small>
    </span>
  );
}
