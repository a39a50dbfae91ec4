import type { CustomerResource } from '#contracts/api/back-office.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { formatLimit } from '#web-shared/formats/figures.ts';
import { HoldingBar } from '#web-shared/components/holding-bar/holding-bar.tsx';
import { LinkButton } from '../components/link-button.tsx';
import type { QuickFilter } from '../components/list-page/quick-filters.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { AccessChip } from './access-chip.tsx';
import styles from './customers.module.css';

const COLUMNS: readonly Column<CustomerResource>[] = [
  { source: 'name', label: 'Name', sortable: true },
  { source: 'customerId', label: 'No.', sortable: true, numeric: true, card: 'left out' },
  {
    source: 'currentlyHolding',
    label: 'Holding',
    sortable: true,
    numeric: true,
    card: 'whole line',
    cell: (customer) =>
      customer.currentlyHolding !== undefined && (
        <span className={styles['held']}>
          <span>{formatValue(customer.currentlyHolding)}</span>
          <HoldingBar holding={customer} bare />
        </span>
      ),
  },
  {
    source: 'minInventory',
    label: 'Minimum',
    sortable: true,
    numeric: true,
    cell: ({ minInventory }) => minInventory !== undefined && formatLimit(minInventory),
  },
  {
    source: 'maxInventory',
    label: 'Maximum',
    sortable: true,
    numeric: true,
    cell: ({ maxInventory }) => maxInventory !== undefined && formatLimit(maxInventory),
  },
  { source: 'allowLogin', label: 'Access', cell: (customer) => <AccessChip customer={customer} /> },
  { source: 'firstAction', label: 'First Action', sortable: true, as: 'moment' },
  {
    source: 'salesRepEmail',
    label: 'Sales Rep',
    sortable: true,
    card: 'whole line',
    cell: ({ salesRepEmail }) => salesRepEmail && <span className="quiet">{salesRepEmail}</span>,
  },
  {
    source: 'legalName',
    label: 'Legal Name',
    sortable: true,
    card: 'whole line',
    cell: ({ legalName }) => (
      <span className={styles['cut']} title={legalName}>
        {legalName}
      </span>
    ),
  },
];

const VALUES: readonly string[] = ['currentlyHolding', 'minInventory', 'maxInventory'];

const BY_LIMITS: readonly QuickFilter[] = [
  ['Below minimum', { limits: 'BELOW_MINIMUM' }],
  ['Near maximum', { limits: 'NEAR_MAXIMUM' }],
];

/** For administrators: every customer by name, unpaginated; a row opens the customer (product: Customers screen). */
export function CustomerList() {
  const me = useSignedIn();
  if (!me) return null;
  // To others the server tells no limits and no values, and refuses to choose by them (rule: Price modes).
  const seesValues = me.showPrices === 'WHOLESALE';
  return (
    <RecordList
      noun={['customer', 'customers']}
      searches="Find a customer"
      {...(seesValues && { narrows: BY_LIMITS })}
      actions={
        <>
          <LinkButton to="/customers/available-accounts">Available Accounts</LinkButton>
          <LinkButton to="/customers/create" look="primary">
            New
          </LinkButton>
        </>
      }
      columns={seesValues ? COLUMNS : COLUMNS.filter(({ source }) => !VALUES.includes(source))}
      opens="show"
      sort={['name', 'ASC']}
      perPage={ON_ONE_PAGE}
    />
  );
}
