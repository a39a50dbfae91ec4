import type { UserResource } from '#contracts/api/users.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { roleOf } from '../providers/access.ts';
import { CustomerName } from '../components/customer-name.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { SHOW_PRICES } from '../components/show-prices.ts';

const roleName = (user: UserResource): string =>
  ({ administrator: 'Administrator', 'sales rep': 'Sales rep', none: 'Customer' })[roleOf(user) ?? 'none'];

const COLUMNS: readonly Column<UserResource>[] = [
  { source: 'username', label: 'Username', sortable: true },
  {
    source: 'lastName',
    label: 'Name',
    sortable: true,
    cell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
  },
  { source: 'email', label: 'E-mail', sortable: true, card: 'whole line' },
  { source: 'administrator', label: 'Role', cell: roleName },
  {
    source: 'customerId',
    label: 'Customer',
    card: 'whole line',
    cell: ({ customerId }) => customerId !== null && <CustomerName customerId={customerId} />,
  },
  {
    source: 'showPrices',
    label: 'Prices',
    sortable: true,
    cell: ({ showPrices }) => SHOW_PRICES[showPrices],
  },
  {
    source: 'active',
    label: 'Status',
    sortable: true,
    cell: ({ active, mustChangePassword }) => {
      if (!active) return <Chip tone="gone">Inactive</Chip>;
      return mustChangePassword ? (
        <Chip tone="waiting">New password due</Chip>
      ) : (
        <Chip tone="good">Active</Chip>
      );
    },
  },
];

/** Every user by username, unpaginated; a row opens the edit form (product: Users screen). */
export function UserList() {
  return (
    <RecordList
      noun={['user', 'users']}
      searches="Find a user"
      actions={
        <LinkButton to="/users/create" look="primary">
          New
        </LinkButton>
      }
      columns={COLUMNS}
      opens="edit"
      sort={['username', 'ASC']}
      perPage={ON_ONE_PAGE}
    />
  );
}
