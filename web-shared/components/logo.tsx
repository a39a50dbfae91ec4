import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Icon } from './icon/icon.tsx';
import styles from './logo.module.css';

/** The product's mark and name. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span className={styles['logo']} data-large={large}>
      <Icon name="stone" size={large ? 30 : 25} />
      <span>{PRODUCT_NAME}</span>
    </span>
  );
}
