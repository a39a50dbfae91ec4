import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Icon } from './icon.tsx';
import styles from './logo.module.css';

/** The product's mark and name, and that this is its back office. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span className={styles['logo']} data-large={large}>
      <Icon name="gem" size={large ? 30 : 25} />
      <span className={styles['words']}>
        {PRODUCT_NAME} <small>Back Office</small>
      </span>
    </span>
  );
}
