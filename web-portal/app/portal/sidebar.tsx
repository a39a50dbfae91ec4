import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { houseZoneName } from '#web-shared/formats/moments.ts';
import { personName } from '#web-shared/formats/person-name.ts';
import { CustomerSelector } from '../../features/customers/customer-selector.tsx';
import type { ListId } from '../../lists/list-kinds.ts';
import { customerIdOf, customerName, useSession } from '../../lib/session.ts';
import { ReportsButton } from './reports-button.tsx';
import { SidebarGroups } from './sidebar-groups.tsx';
import { staffPagesOf } from './staff-pages.ts';
import { SyncButton } from './sync-button.tsx';
import styles from './sidebar.module.css';

type SidebarProps = {
  current: ListId | null;
  onShow: (id: ListId) => void;
  onFind: () => void;
  /** Beneath Find: the buttons for clients. */
  clientButtons: ReactNode;
  onShowProfile: () => void;
  onRequestCart: () => void;
  onChooseCustomer: (customerId: number | null) => void;
};

/**
 * The sidebar: the four groups, the staff's tabs, and the items at the bottom (product: Sidebar; product:
 * Bottom items).
 */
export function Sidebar({
  current,
  onShow,
  onFind,
  clientButtons,
  onShowProfile,
  onRequestCart,
  onChooseCustomer,
}: SidebarProps) {
  const { user, staff, administrator, customer, showPrices, logOut } = useSession();
  const staffPages = staffPagesOf(user);
  const customerId = customerIdOf(user);
  const chosen = customerId === null ? null : { customerId, name: customerName(customer, customerId) };
  return (
    <aside className={styles['sidebar']} aria-label="Sidebar">
      <div className={styles['brand']}>
        <Logo />
      </div>
      <button type="button" className={styles['find']} aria-haspopup="dialog" onClick={onFind}>
        <Icon name="search" size={15} />
        <span>Find</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {clientButtons}
      <SidebarGroups current={current} onShow={onShow} onRequestCart={onRequestCart}>
        {staffPages.length > 0 && (
          <section className={styles['group']} aria-labelledby="group-staff">
            <h2 id="group-staff">Back office</h2>
            <ul>
              {staffPages.map(({ title, path }) => (
                <li key={path}>
                  <a className={styles['leave']} href={path}>
                    {title}
                    <Icon name="right" size={12} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </SidebarGroups>
      <div className={styles['foot']}>
        {staff && <CustomerSelector repEmail={user.email} current={chosen} onChoose={onChooseCustomer} />}
        <ul className={styles['items']}>
          <li>
            <Link className={styles['item']} to={referralPath(user)}>
              Refer a Friend
            </Link>
          </li>
          {staff && showPrices === 'WHOLESALE' && (
            <li>
              <ReportsButton className={styles['item']} withCost={administrator} />
            </li>
          )}
          {administrator && (
            <li>
              <SyncButton className={styles['item']} />
            </li>
          )}
          <li>
            <button type="button" className={styles['item']} onClick={logOut}>
              Log Out
            </button>
          </li>
        </ul>
        <div className={styles['person']}>
          <button
            type="button"
            className={styles['profile']}
            aria-label="Profile"
            aria-haspopup="dialog"
            onClick={onShowProfile}
          >
            <Icon name="person" size={18} />
            <span>
              {personName(user)}
              <small>
                {staff ? (administrator ? 'Administrator' : 'Sales rep') : (customer?.name ?? '')}
              </small>
            </span>
          </button>
          <SchemeToggle />
        </div>
        <p className={styles['clock']}>Times: {houseZoneName()}</p>
      </div>
    </aside>
  );
}

/** The referral page, prefilled with the user's first name and e-mail (product: Bottom items). */
const referralPath = ({ firstName, email }: { firstName: string; email: string }): string =>
  `/referral?${new URLSearchParams({ name: firstName, email }).toString()}`;
