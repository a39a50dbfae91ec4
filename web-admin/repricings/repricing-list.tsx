import type { RepricingResource } from '#contracts/api/repricings.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { vendorNameOf } from '../components/record-names.ts';
import { doneWords, ProgressBar, shareDone } from '../components/progress-bar.tsx';

const TONES: Readonly<Record<RepricingResource['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'waiting',
  RETRYING: 'waiting',
  DONE: 'good',
};

const COLUMNS: readonly Column<RepricingResource>[] = [
  {
    source: 'vendorName',
    label: 'Vendor',
    sortable: true,
    cell: (repricing) => <strong>{vendorNameOf(repricing)}</strong>,
  },
  { source: 'kind', label: 'What changed', sortable: true, cell: ({ kind }) => formatConstant(kind) },
  {
    source: 'state',
    label: 'Status',
    sortable: true,
    cell: ({ state }) => <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>,
  },
  {
    source: 'progress',
    label: 'Progress',
    cell: (repricing) => (
      <ProgressBar
        label={`Progress of ${vendorNameOf(repricing)}`}
        share={repricing.finishedAt !== null ? 1 : shareDone(repricing)}
      />
    ),
  },
  {
    source: 'done',
    label: 'Parcels checked',
    numeric: true,
    cell: doneWords,
  },
  { source: 'held', label: 'Held by customers', as: 'count' },
  { source: 'failed', label: 'Failed, tried again', as: 'count' },
  { source: 'dueAt', label: 'Effective from', sortable: true, as: 'moment' },
  { source: 'startedAt', label: 'Began', sortable: true, as: 'moment' },
  { source: 'finishedAt', label: 'Finished', sortable: true, as: 'moment' },
];

/**
 * The progress of parcels after changes of their vendors' markups and of tiers (rule: List price and customer price;
 * rule: Accept and reject); a parcel that a customer has stays as it is until it comes back. Refreshes automatically.
 */
export function RepricingList() {
  return (
    <RecordList
      noun={['repricing', 'repricings']}
      searches="Find a vendor"
      empty="No vendor’s markup has changed and no tier was set yet. Each such change is listed here; parcels that customers have follow when they come back."
      columns={COLUMNS}
      sort={['dueAt', 'DESC']}
      refreshSeconds={5}
    />
  );
}
