import { ListContextProvider, useList, useParams } from 'react-admin';
import type { z } from 'zod';
import { billRunDetails } from '#contracts/api/bills.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { BackToList } from '../components/back-to.tsx';
import { CustomerName } from '../components/customer-name.tsx';
import { PagerWhenMany } from '../components/list-page/pager-when-many.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { notMadeWords } from '../components/not-made-words.ts';
import { Page } from '../components/page.tsx';
import { JobProgress } from '../components/progress-bar.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { TextLink } from '../components/text-link.tsx';
import { VendorName } from '../components/vendor-name.tsx';
import { useGet } from '../providers/use-get.ts';
import { RUN_KINDS, RunState } from './run-words.tsx';

type Run = z.infer<typeof billRunDetails>;
type Item = Run['items'][number];
type Row = Item & { id: number };

const REFRESHED_MS = 2000;
const ROWS_PER_PAGE = 100;

/** The tones of what became of one, what there is to do first. */
const TONES = ['alert', 'waiting', 'good'] as const satisfies readonly Tone[];

/** What became of one, in words and a tone. A bill that is there as it was for a reason counts as left as it is. */
function outcomeOf({ outcome, message }: Item): { words: string; tone: (typeof TONES)[number] } {
  if (outcome === 'UNCHANGED' && message !== null) return { words: 'Left as it is', tone: 'waiting' };
  const words = formatConstant(outcome);
  return { words, tone: outcome === 'FAILED' || outcome === 'DIFFERENT' ? 'alert' : 'good' };
}

const rankOf = (item: Item): number => TONES.indexOf(outcomeOf(item).tone);

/** A run of which nothing is done. */
const NOTHING: Readonly<Record<Run['state'], string>> = {
  WAITING: 'Nothing is done yet',
  RUNNING: 'Nothing is done yet',
  DONE: 'There was nothing to do',
  FAILED: 'Nothing was done',
};

const back = <BackToList resource="bill-runs" />;

const isUnderWay = (run: Run | undefined): boolean => run?.state === 'WAITING' || run?.state === 'RUNNING';

/** A bill run with what became of each customer or vendor, and why; refreshes by itself while it is under way. */
export function BillRunPage() {
  const { id = '' } = useParams();
  const run = useGet(`/api/bill-runs/${encodeURIComponent(id)}`, billRunDetails, {
    refetchInterval: ({ state }) => isUnderWay(state.data) && REFRESHED_MS,
  });
  return (
    <LoadedPage query={run} title="Bill run" noun="bill run" above={back}>
      {(run) => <Opened run={run} />}
    </LoadedPage>
  );
}

function Opened({ run }: { run: Run }) {
  const { kind, month, state, requestedAt, requestedBy, failure, items } = run;
  return (
    <Page
      title={month === null ? RUN_KINDS[kind] : `${RUN_KINDS[kind]}, ${monthName(month)}`}
      above={back}
      summary={[`Asked for ${formatMoment(requestedAt)} by ${requestedBy}`, ...notMadeWords(run)].join(', ')}
    >
      <p>
        <RunState state={state} /> {isUnderWay(run) && <JobProgress label="Progress of the run" job={run} />}
      </p>
      {failure !== null && <p role="alert">{failure}</p>}
      {items.length === 0 ? (
        <StateMessage heading={NOTHING[state]}>
          {isUnderWay(run) &&
            `${kind === 'VENDORS' ? 'Each vendor' : 'Each customer'} of the run appears here once it is done.`}
        </StateMessage>
      ) : (
        <Items kind={kind} items={items} />
      )}
    </Page>
  );
}

/** What failed or differs comes first, then what was left as it is: that is what there is to do. */
function Items({ kind, items }: Pick<Run, 'kind' | 'items'>) {
  const data = items
    .map((item) => ({ ...item, id: item.subjectId }))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const list = useList<Row>({ data, perPage: ROWS_PER_PAGE });
  const columns: readonly Column<Row>[] = [
    kind === 'VENDORS'
      ? {
          source: 'subjectId',
          label: 'Vendor',
          cell: ({ subjectId }) => (
            <TextLink to={`/vendors/${subjectId}`}>
              <VendorName vendorId={subjectId} />
            </TextLink>
          ),
        }
      : {
          source: 'subjectId',
          label: 'Customer',
          cell: ({ subjectId }) => (
            <TextLink to={`/customers/${subjectId}/show`}>
              <CustomerName customerId={subjectId} />
            </TextLink>
          ),
        },
    {
      source: 'outcome',
      label: 'Outcome',
      cell: (item) => {
        const { words, tone } = outcomeOf(item);
        return <Chip tone={tone}>{words}</Chip>;
      },
    },
    { source: 'message', label: 'Why', wraps: true },
    { source: 'total', label: 'Total', as: 'price' },
  ];
  return (
    <ListContextProvider value={list}>
      <RecordTable label="Outcome of each" columns={columns} />
      <PagerWhenMany />
    </ListContextProvider>
  );
}
