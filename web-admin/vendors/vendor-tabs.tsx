import { LinkBase } from 'react-admin';
import styles from './vendors.module.css';

const TABS = [
  ['', 'Details'],
  ['/columns', 'Column mapping'],
  ['/stock', 'Stock classification'],
  ['/feed', 'Scheduled feed'],
  ['/links', 'Vendor’s own view'],
] as const;

export type VendorTab = (typeof TABS)[number][0];

/** The pages of one vendor; `current` is the one in sight. */
export function VendorTabs({ vendorId, current }: { vendorId: number; current: VendorTab }) {
  return (
    <nav className={styles['tabs']} aria-label="Pages of the vendor">
      {TABS.map(([path, title]) => (
        <LinkBase
          key={path}
          to={`/vendors/${vendorId}${path}`}
          aria-current={path === current ? 'page' : undefined}
        >
          {title}
        </LinkBase>
      ))}
    </nav>
  );
}
