import { useQueries } from '@tanstack/react-query';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { Logo } from '../../components/logo.tsx';
import { SchemeToggle } from '../../components/scheme-toggle.tsx';
import { Skeleton } from '../../components/skeleton/skeleton.tsx';
import { CustomerSelector } from '../../features/customers/customer-selector.tsx';
import { listQuery } from '../../features/stones/api/get-list.ts';
import {
  GROUP_TITLES,
  LIST_KINDS,
  listId,
  SERVED_LINES,
  type ListId,
} from '../../features/stones/list-kinds.ts';
import { totalOf } from '../../features/stones/stone-facts.ts';
import { customerActedFor } from '../../lib/api-client.ts';
import { useSession } from '../../lib/session.ts';
import styles from './sidebar.module.css';

type SidebarProps = {
  current: ListId | null;
  onShow: (id: ListId) => void;
  onChooseCustomer: (customerId: number | null) => void;
};

/**
 * The main tabs: four groups, each with a sub-tab for every line whose list has items, with its pieces and value
 * (specification, section 2.2).
 */
export function Sidebar({ current, onShow, onChooseCustomer }: SidebarProps) {
  const { user, staff, customer, logOut } = useSession();
  return (
    <div className={styles['sidebar']}>
      <div className={styles['brand']}>
        <Logo />
      </div>
      <nav className={styles['groups']} aria-label="Main">
        {LIST_KINDS.map((kind) => (
          <Group key={kind} kind={kind} current={current} onShow={onShow} />
        ))}
      </nav>
      <div className={styles['foot']}>
        {staff && (
          <CustomerSelector
            current={customerActedFor() ?? customer?.customerId ?? null}
            onChoose={onChooseCustomer}
          />
        )}
        <div className={styles['person']}>
          <span>
            {[user.firstName, user.lastName].filter(Boolean).join(' ') || user.username}
            <small>
              {customer && !staff
                ? customer.name
                : staff
                  ? user.administrator
                    ? 'Administrator'
                    : 'Sales rep'
                  : ''}
            </small>
          </span>
          <SchemeToggle />
        </div>
        <button type="button" className={styles['item']} onClick={logOut}>
          Log Out
        </button>
      </div>
    </div>
  );
}

function Group({
  kind,
  current,
  onShow,
}: {
  kind: (typeof LIST_KINDS)[number];
  current: ListId | null;
  onShow: (id: ListId) => void;
}) {
  const { showPrices } = useSession();
  const lists = useQueries({
    queries: SERVED_LINES.map((line) => ({ ...listQuery(line, kind), select: countOf })),
  });
  const tabs = SERVED_LINES.map((line, place) => ({ line, list: lists[place]! })).filter(
    ({ list }) => list.isPending || (list.data?.count ?? 0) > 0,
  );
  if (tabs.length === 0) return null;
  const id = `group-${kind}`;
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h2 id={id}>{GROUP_TITLES[kind]}</h2>
      <ul>
        {tabs.map(({ line, list }) => (
          <li key={line}>
            {list.data ? (
              <button
                type="button"
                className={styles['tab']}
                aria-current={current === listId(kind, line) ? 'page' : undefined}
                onClick={() => onShow(listId(kind, line))}
              >
                <span>{LINE_FACTS[line].title}</span>
                <small>
                  {formatPieces(list.data.count, showPrices === 'WHOLESALE' ? list.data.total : undefined)}
                </small>
              </button>
            ) : (
              <div className={styles['tab']}>
                <Skeleton width={104} />
                <Skeleton width={82} height={9} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function countOf({ rows }: { rows: readonly { total?: number | undefined }[] }): {
  count: number;
  total: number | undefined;
} {
  return { count: rows.length, total: totalOf(rows) };
}
