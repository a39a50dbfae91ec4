import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Icon, type IconName } from '#web-shared/components/icon/icon.tsx';
import Drawer from '#web-shared/components/overlay/drawer.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { personName } from '#web-shared/formats/person-name.ts';
import { useNoServer } from '../../../lib/connection.ts';
import { useOpenTabs } from '../../../lib/open-tabs.ts';
import { customerIdOf, customerName, useSession } from '../../../lib/session.ts';
import { assetPagesQuery } from '../../../features/asset-pages/api/get-asset-pages.ts';
import { Legend } from './legend.tsx';
import styles from './profile.module.css';

const InvoicesModal = lazy(() => import('../../../features/invoices/invoices-modal.tsx'));
const MemoRemindersModal = lazy(() => import('../../../features/memo-reminders/memo-reminders-modal.tsx'));
const MyYearModal = lazy(() => import('../../../features/my-year/my-year-modal.tsx'));
const AccountModal = lazy(() => import('../../../features/session/account-modal.tsx'));
const ChangePasswordModal = lazy(() => import('../../../features/session/change-password-modal.tsx'));

type Opened = 'invoices' | 'year' | 'reminders' | 'password' | 'account' | null;

/** The right-hand profile drawer (product: Profile drawer). */
export default function ProfileDrawer({ onClose }: { onClose: () => void }) {
  const { user, staff, customer, showPrices } = useSession();
  const closed = useNoServer();
  const { openPageTab } = useOpenTabs();
  const { repairServiceUrl } = useConfiguration();
  const pages = useQuery(assetPagesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const openPage = (page: { path: string; title: string }): void => {
    openPageTab(page);
    onClose();
  };
  const name = personName(user);
  const customerId = customerIdOf(user);
  return (
    <Drawer label="Profile" side="right" onClose={onClose}>
      <div className={styles['drawer']}>
        <header className={styles['head']}>
          <div>
            <h2>{customerId === null ? name : customer?.legalName || customerName(customer, customerId)}</h2>
            <p>{customerId === null ? 'No customer is chosen.' : name}</p>
          </div>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {/* Values and invoices are for WHOLESALE alone (rule: Price modes). */}
        {customer && showPrices === 'WHOLESALE' && (
          <Values
            minimum={customer.minInventory}
            current={customer.currentlyHolding}
            maximum={customer.maxInventory}
          />
        )}
        {customer?.legend && <Legend />}
        <ul className={styles['items']}>
          {customer && showPrices === 'WHOLESALE' && (
            <li>
              <Item icon="invoice" title="Invoices" closed={closed} onClick={() => setOpened('invoices')} />
            </li>
          )}
          {customer && (
            <li>
              <Item icon="history" title="My year" closed={closed} onClick={() => setOpened('year')} />
            </li>
          )}
          {customer && (
            <li>
              <Item
                icon="clock"
                title="Memo reminders"
                closed={closed}
                onClick={() => setOpened('reminders')}
              />
            </li>
          )}
          {pages.data?.map((page) => (
            <li key={page.path}>
              <Item
                icon="page"
                title={page.title}
                note={page.path}
                closed={closed}
                onClick={() => openPage(page)}
              />
            </li>
          ))}
          <li>
            <a className={styles['item']} href={repairServiceUrl} target="_blank" rel="noreferrer">
              <Icon name="external" size={17} />
              <span>Repair Service Request</span>
            </a>
          </li>
          <li>
            <Item icon="key" title="Change Password" closed={closed} onClick={() => setOpened('password')} />
          </li>
          <li>
            <Item icon="key" title="Account Security" closed={closed} onClick={() => setOpened('account')} />
          </li>
        </ul>
      </div>
      <Suspense fallback={null}>
        {opened === 'invoices' && <InvoicesModal firstAction={customer?.firstAction} onClose={close} />}
        {opened === 'year' && <MyYearModal onClose={close} />}
        {opened === 'reminders' && <MemoRemindersModal onClose={close} />}
        {opened === 'account' && <AccountModal staff={staff} onClose={close} />}
        {opened === 'password' && <ChangePasswordModal username={user.username} onClose={close} />}
      </Suspense>
    </Drawer>
  );
}

type ItemProps = {
  icon: IconName;
  title: string;
  note?: string;
  /** Why it cannot be opened at the moment. */
  closed: string | null;
  onClick: () => void;
};

function Item({ icon, title, note, closed, onClick }: ItemProps) {
  return (
    <button
      type="button"
      className={styles['item']}
      disabled={closed !== null}
      title={closed ?? undefined}
      onClick={onClick}
    >
      <Icon name={icon} size={17} />
      <span>
        {title}
        {note && <small>{note}</small>}
      </span>
    </button>
  );
}

type ValuesProps = Readonly<Record<'minimum' | 'current' | 'maximum', number | undefined>>;

/**
 * Inventory values in whole dollars, each only when it is set; a limit of 0 is none (rule: Maximum
 * inventory).
 */
function Values({ minimum, current, maximum }: ValuesProps) {
  const values = [
    ['Minimum', minimum || undefined],
    ['Current', current],
    ['Maximum', maximum || undefined],
  ] as const;
  return (
    <dl className={styles['values']}>
      {values.map(
        ([term, value]) =>
          value !== undefined && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{formatValue(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
