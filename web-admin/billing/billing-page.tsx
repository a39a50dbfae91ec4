import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { InvoiceResource } from '#contracts/api/invoices.ts';
import type { BillResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import type { Column } from '../components/record-table/column.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { download } from '../providers/http-client.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { GenerateAllDialog } from './generate-all-dialog.tsx';
import { monthOfValue, monthName, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { billedMonths } from '../components/billed-months.ts';
import { ReplaceBillDialog } from './replace-bill-dialog.tsx';
import { RunProgress } from './run-progress.tsx';
import { SaveInvoiceDialog } from './save-invoice-dialog.tsx';
import { StandingAlarms } from './standing-alarms.tsx';
import { useAct } from '../components/use-act.ts';
import { TextLink } from '../components/text-link.tsx';
import styles from './billing.module.css';

/** The Billing screen: a month, Generate All and Generate Vendors, and Create, Save and Download for each customer. */
export function BillingPage() {
  const [value, setValue] = useState('');
  const [months] = useState(() => billedMonths(new Date()));
  const [generating, setGenerating] = useState(false);
  const [saving, setSaving] = useState<CustomerResource | null>(null);
  const [replacing, setReplacing] = useState<CustomerResource | null>(null);
  const month = monthOfValue(value);
  const { busy, act } = useAct();
  const known = useMonth(month);

  /** Words, then what is known of the month is asked for anew. */
  const run = (name: string, work: () => Promise<string>) => void act(name, work).then(known.refetch);
  const create = ({ customerId, name }: CustomerResource, replaces: number | undefined) =>
    month &&
    run(`create ${customerId}`, async () => {
      const body = { ...yearAndMonth(month), replaces };
      const file = await download('/billing/create', { customer: customerId, body });
      return `The bill of ${name} is ${file}.`;
    });
  const columns = useColumns({
    disabled: month === null || busy !== null,
    busy,
    ...known,
    onCreate: (customer) =>
      known.bills.has(customer.customerId) ? setReplacing(customer) : create(customer, undefined),
    onSave: setSaving,
    onDownload: ({ customerId }) =>
      month &&
      run(`download ${customerId}`, async () => {
        const body = yearAndMonth(month);
        return `${await download('/billing/all', { customer: customerId, body })} was saved.`;
      }),
  });
  const standing = replacing && known.bills.get(replacing.customerId);
  const generateVendors = () =>
    month &&
    run('vendors', async () => {
      const body = yearAndMonth(month);
      return `${await download('/billing/vendorall', { body })} was saved.`;
    });
  return (
    <>
      <RecordList
        title="Billing"
        above="Money"
        noun={['customer', 'customers']}
        searches="Find a customer"
        actions={
          <>
            <Select
              label="Month"
              value={value}
              empty="Choose a month…"
              choices={months}
              onChange={setValue}
            />
            <Button disabled={!month || busy !== null} onClick={generateVendors}>
              {busy === 'vendors' ? 'Generating…' : 'Generate Vendors'}
            </Button>
            <Button
              variant="contained"
              disabled={!month || busy !== null}
              onClick={() => setGenerating(true)}
            >
              Generate All
            </Button>
          </>
        }
        label="Bills of customers"
        columns={columns}
        sort={['name', 'ASC']}
        perPage={ON_ONE_PAGE}
        source={{ resource: 'customers', disableSyncWithLocation: true, storeKey: 'billing' }}
        before={
          <>
            <StandingAlarms />
            {busy === 'vendors' && month && <RunProgress month={month} />}
          </>
        }
      />
      {generating && month && (
        <GenerateAllDialog month={month} onClose={() => setGenerating(false)} onDone={known.refetch} />
      )}
      {replacing && standing && (
        <ReplaceBillDialog
          bill={standing}
          customerName={replacing.name}
          onClose={() => setReplacing(null)}
          onReplace={(version) => {
            setReplacing(null);
            create(replacing, version);
          }}
        />
      )}
      {saving && month && (
        <SaveInvoiceDialog
          customer={saving}
          month={month}
          onClose={() => setSaving(null)}
          onDone={known.refetch}
        />
      )}
    </>
  );
}

const everything = {
  pagination: { page: 1, perPage: MOST_ROWS },
  sort: { field: 'id', order: 'ASC' },
} as const;

/** What there is of a month: the newest bills and the files that customers can download. */
function useMonth(month: string | null) {
  const enabled = month !== null;
  const [year, number] = (month ?? '0-0').split('-').map(Number);
  const bills = useGetList<BillResource>(
    'bills',
    { ...everything, filter: { month, newest: true } },
    { enabled, ...failuresInPlace },
  );
  const files = useGetList<InvoiceResource>(
    'invoices',
    { ...everything, filter: { year, month: number, active: true } },
    { enabled, ...failuresInPlace },
  );
  return {
    bills: new Map(enabled ? bills.data?.map((bill) => [bill.customerId, bill]) : []),
    files: new Set(enabled ? files.data?.map(({ customerId }) => customerId) : []),
    refetch: () => void Promise.all([bills.refetch(), files.refetch()]),
  };
}

type Act = (customer: CustomerResource) => unknown;
type ColumnsOptions = {
  disabled: boolean;
  busy: string | null;
  bills: ReadonlyMap<number, BillResource>;
  files: ReadonlySet<number>;
  onCreate: Act;
  onSave: Act;
  onDownload: Act;
};

function useColumns(options: ColumnsOptions): readonly Column<CustomerResource>[] {
  const { disabled, busy, bills, files, onCreate, onSave, onDownload } = options;
  return [
    { source: 'name', label: 'Name', sortable: true, cell: ({ name }) => name },
    {
      source: 'customerId',
      label: 'No.',
      numeric: true,
      card: 'left out',
      cell: ({ customerId }) => customerId,
    },
    {
      source: 'bill',
      label: 'Bill',
      numeric: true,
      cell: ({ customerId }) => {
        const bill = bills.get(customerId);
        return (
          bill && (
            <TextLink to={`/bills/${bill.id}/show`}>
              {formatPrice(bill.total)}
              <span className="visually-hidden"> of {monthName(bill.month)}</span>
            </TextLink>
          )
        );
      },
    },
    {
      source: 'actions',
      label: 'Create, Save, Download',
      card: 'whole line',
      cell: (customer) => {
        const { customerId, name } = customer;
        const nothing = !files.has(customerId) && !bills.has(customerId);
        return (
          <span className={styles['actions']}>
            <Button
              size="small"
              aria-label={`Create the bill of ${name}`}
              disabled={disabled}
              onClick={() => onCreate(customer)}
            >
              {busy === `create ${customerId}` ? 'Creating…' : 'Create'}
            </Button>
            <Button
              size="small"
              aria-label={`Save an invoice of ${name}`}
              disabled={disabled}
              onClick={() => onSave(customer)}
            >
              Save
            </Button>
            <Button
              size="small"
              aria-label={`Download the invoices of ${name}`}
              disabled={disabled || nothing}
              onClick={() => onDownload(customer)}
            >
              Download
            </Button>
          </span>
        );
      },
    },
  ];
}
