import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useGetList, useListContext, useLocation, useNavigate } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { InvoiceResource } from '#contracts/api/invoices.ts';
import type { BillResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { ON_ONE_PAGE } from '../components/list-page/pager-when-many.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { download, errorsOf } from '../providers/http-client.ts';
import { firstRows, MOST_ROWS } from '../providers/data-provider.ts';
import { GenerateAllDialog } from './generate-all-dialog.tsx';
import { monthOfValue, monthName, yearAndMonth, type Month } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { useBilledMonths } from '../components/billed-months.ts';
import { ReplaceBillDialog, type ShownReplacement } from './replace-bill-dialog.tsx';
import { RunProgress } from './run-progress.tsx';
import { SaveInvoiceDialog } from './save-invoice-dialog.tsx';
import { StandingAlarms } from './standing-alarms.tsx';
import { useAct } from '../components/use-act.ts';
import { ToggleChip, ToggleChips } from '../components/toggle-chip/toggle-chip.tsx';
import { TextLink } from '../components/text-link.tsx';
import styles from './billing.module.css';

/** A bill that is shown before it is replaced; `refused` says why it is shown again. */
type Replacing = { customer: CustomerResource; bill: BillResource; refused?: string };
type Replacement = { shown: ShownReplacement; showAgain: (failure: unknown) => boolean };

/** The Billing screen: a month, Generate All and Generate Vendors, and Create, Save and Download for each customer. */
export function BillingPage() {
  // In the address, so that Back, a reload and a sent link lead to what was shown.
  const asked = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const value = asked.get('month') ?? '';
  const toBill = asked.has('toBill');
  const show = (chosen: string, unbilled: boolean): void => {
    const search = new URLSearchParams(chosen === '' ? {} : { month: chosen });
    if (unbilled) search.set('toBill', '');
    void navigate({ search: `?${search.toString()}` }, { replace: true });
  };
  const months = useBilledMonths();
  const [generating, setGenerating] = useState(false);
  const [saving, setSaving] = useState<CustomerResource | null>(null);
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  const month = monthOfValue(value);
  const { busy, act } = useAct();
  const client = useQueryClient();
  const readAgain = (): void => {
    // Whom there is to bill is asked of the customers.
    for (const resource of ['bills', 'invoices', 'customers'])
      void client.invalidateQueries({ queryKey: [resource] });
  };

  /** Shows the words, then reads again what is known of the month. */
  const run = (...action: Parameters<typeof act>) => void act(...action).then(readAgain);
  const create = ({ customerId, name }: CustomerResource, replacement?: Replacement) =>
    month &&
    run(
      `create ${customerId}`,
      async () => {
        const body = { ...yearAndMonth(month), ...replacement?.shown };
        const file = await download('/billing/create', { customer: customerId, body });
        return `The bill of ${name} is ${file}.`;
      },
      async (failure) => replacement?.showAgain(failure) ?? false,
    );
  /** Replaces what was shown; where it becomes another by now, that is shown, and asked again. */
  const replace = (asked: Replacing, shown: ShownReplacement): void => {
    setReplacing(null);
    const showAgain = (failure: unknown): boolean => {
      const refused = errorsOf(failure)?.['willBe'];
      if (refused !== undefined) setReplacing({ ...asked, refused });
      return refused !== undefined;
    };
    create(asked.customer, { shown, showAgain });
  };
  const downloadAll = ({ customerId }: CustomerResource) =>
    month &&
    run(`download ${customerId}`, async () => {
      const body = yearAndMonth(month);
      return `${await download('/billing/all', { customer: customerId, body })} was saved.`;
    });
  const columns = columnsOf({
    month,
    busy,
    onCreate: (customer, bill) => (bill ? setReplacing({ customer, bill }) : create(customer)),
    onSave: setSaving,
    onDownload: downloadAll,
  });
  const generateVendors = () =>
    month &&
    run('vendors', async () => {
      const body = yearAndMonth(month);
      return `${await download('/billing/vendorall', { body })} was saved.`;
    });
  return (
    <>
      <RecordList
        noun={['customer', 'customers']}
        searches="Find a customer"
        actions={
          <>
            <Select
              label="Month"
              value={value}
              empty="Choose a month…"
              choices={months}
              onChange={(chosen) => show(chosen, toBill)}
            />
            <Button
              disabled={!month || (busy !== null && busy !== 'vendors')}
              busy={busy === 'vendors'}
              onClick={generateVendors}
            >
              {busy === 'vendors' ? 'Generating…' : 'Generate Vendors'}
            </Button>
            <Button look="primary" disabled={!month || busy !== null} onClick={() => setGenerating(true)}>
              Generate All
            </Button>
          </>
        }
        head={
          <>
            {month && (
              <ToggleChips label="Show">
                <ToggleChip on={!toBill} onToggle={() => show(value, false)}>
                  All
                </ToggleChip>
                <ToggleChip on={toBill} onToggle={() => show(value, !toBill)}>
                  To bill
                </ToggleChip>
              </ToggleChips>
            )}
            <StandingAlarms />
            <MonthNotRead month={month} />
            {busy === 'vendors' && month && <RunProgress month={month} kind="VENDORS" />}
          </>
        }
        label="Bills of customers"
        columns={columns}
        sort={['name', 'ASC']}
        perPage={ON_ONE_PAGE}
        source={{
          resource: 'customers',
          disableSyncWithLocation: true,
          storeKey: 'billing',
          filter: toBill && month ? { toBill: month } : {},
        }}
      />
      {generating && month && (
        <GenerateAllDialog month={month} onClose={() => setGenerating(false)} onDone={readAgain} />
      )}
      {replacing && (
        <ReplaceBillDialog
          bill={replacing.bill}
          customerName={replacing.customer.name}
          refused={replacing.refused}
          onClose={() => setReplacing(null)}
          onKeep={(isUnchanged) => {
            setReplacing(null);
            if (isUnchanged) create(replacing.customer);
            else downloadAll(replacing.customer);
          }}
          onReplace={(shown) => replace(replacing, shown)}
        />
      )}
      {saving && month && (
        <SaveInvoiceDialog
          customer={saving}
          month={month}
          onClose={() => setSaving(null)}
          onDone={readAgain}
        />
      )}
    </>
  );
}

/** What there is of a month for the customers on this page: the newest bills and the files that they can download. */
function useMonthOfPage(month: Month | null) {
  const { data: customers = [] } = useListContext<CustomerResource>();
  const { year, month: number } = yearAndMonth(month ?? '0000-00');
  const customerId = customers.map((customer) => customer.customerId);
  const options = { enabled: month !== null && customerId.length > 0, ...failuresInPlace };
  const everything = (filter: object) => firstRows(MOST_ROWS, 'id', { filter: { ...filter, customerId } });
  const bills = useGetList<BillResource>('bills', everything({ month, newest: true }), options);
  const files = useGetList<InvoiceResource>(
    'invoices',
    everything({ year, month: number, active: true }),
    options,
  );
  const known = month !== null;
  const failed = [bills, files].filter(({ error }) => error !== null);
  return {
    /** Why the month's bills or files could not be read; null when they were. */
    error: failed[0]?.error ?? null,
    readAgain: () => failed.forEach((query) => void query.refetch()),
    /** Whether a customer is billed already is known: not while the bills are read, nor where they cannot be. */
    areBillsKnown: bills.isSuccess,
    billOf: (customer: CustomerResource) =>
      known ? bills.data?.find((bill) => bill.customerId === customer.customerId) : undefined,
    hasFile: (customer: CustomerResource) =>
      known && files.data?.some((file) => file.customerId === customer.customerId) === true,
  };
}

/** Why the rows do not say what there is of the month, where it could not be read. */
function MonthNotRead({ month }: { month: Month | null }) {
  const { error, readAgain } = useMonthOfPage(month);
  if (month === null || error === null) return null;
  return (
    <FailedState error={error} what={`The bills and invoices of ${monthName(month)}`} onRetry={readAgain} />
  );
}

type Act = (customer: CustomerResource) => unknown;
type ColumnsOptions = {
  month: Month | null;
  busy: string | null;
  onCreate: (customer: CustomerResource, bill: BillResource | undefined) => unknown;
  onSave: Act;
  onDownload: Act;
};

function columnsOf(options: ColumnsOptions): readonly Column<CustomerResource>[] {
  return [
    { source: 'name', label: 'Name', sortable: true },
    { source: 'customerId', label: 'No.', numeric: true, card: 'left out' },
    {
      source: 'bill',
      label: 'Bill',
      numeric: true,
      cell: (customer) => <BillOf customer={customer} month={options.month} />,
    },
    {
      source: 'actions',
      label: 'Create, Save, Download',
      card: 'whole line',
      cell: (customer) => <Actions customer={customer} {...options} />,
    },
  ];
}

function BillOf({ customer, month }: { customer: CustomerResource; month: Month | null }) {
  const bill = useMonthOfPage(month).billOf(customer);
  if (!bill) return null;
  return (
    <TextLink to={`/bills/${bill.id}/show`}>
      {formatPrice(bill.total)}
      <span className="visually-hidden"> of {monthName(bill.month)}</span>
    </TextLink>
  );
}

function Actions({
  customer,
  month,
  busy,
  onCreate,
  onSave,
  onDownload,
}: ColumnsOptions & { customer: CustomerResource }) {
  const { customerId, name } = customer;
  const { billOf, hasFile, areBillsKnown } = useMonthOfPage(month);
  const bill = billOf(customer);
  /** The pressed button keeps the focus while it works; the others wait for it. */
  const whileWorking = (work: string) => ({
    disabled: month === null || (busy !== null && busy !== work),
    busy: busy === work,
  });
  const creating = whileWorking(`create ${customerId}`);
  const downloading = whileWorking(`download ${customerId}`);
  return (
    <span className={styles['actions']}>
      <Button
        aria-label={`Create the bill of ${name}`}
        busy={creating.busy}
        disabled={creating.disabled}
        // A bill is replaced by another question than the first one is created by.
        unready={!areBillsKnown}
        onClick={() => onCreate(customer, bill)}
      >
        {busy === `create ${customerId}` ? 'Creating…' : 'Create'}
      </Button>
      <Button
        aria-label={`Save an invoice of ${name}`}
        disabled={month === null || busy !== null}
        onClick={() => onSave(customer)}
      >
        Save
      </Button>
      <Button
        aria-label={`Download the invoices of ${name}`}
        busy={downloading.busy}
        disabled={downloading.disabled || (!bill && !hasFile(customer))}
        onClick={() => onDownload(customer)}
      >
        Download
      </Button>
    </span>
  );
}
