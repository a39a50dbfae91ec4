import { priceListResource, type PriceListResource } from '#contracts/api/price-lists.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { call } from '../providers/http-client.ts';
import { LoadPriceList } from './load-price-list.tsx';

const STATES: Readonly<Record<PriceListResource['state'], readonly [tone: Tone, word: string]>> = {
  IN_FORCE: ['good', 'In force'],
  FUTURE: ['waiting', 'To come'],
  PAST: ['gone', 'Past'],
  REMOVED: ['alert', 'Removed'],
  REPLACED: ['gone', 'Replaced'],
};

const COLUMNS: readonly Column<PriceListResource>[] = [
  { source: 'date', label: 'Date', sortable: true, cell: ({ date }) => <strong>{date}</strong> },
  {
    source: 'state',
    label: 'State',
    cell: ({ state }) => <Chip tone={STATES[state][0]}>{STATES[state][1]}</Chip>,
  },
  { source: 'prices', label: 'Prices', sortable: true, as: 'count' },
  { source: 'fileName', label: 'File', card: 'whole line' },
  { source: 'loadedBy', label: 'Loaded by' },
  { source: 'loadedAt', label: 'Loaded', sortable: true, as: 'moment' },
  {
    source: 'remove',
    label: 'Action',
    cell: ({ date, state, loadedAt, removedBy, removedAt }) =>
      removedAt !== null ? (
        `${STATES[state][1]} by ${removedBy}, ${formatMoment(removedAt)}`
      ) : (
        <ConfirmedButton
          // A question about a list that was replaced meanwhile is not answered for the one in its place.
          key={loadedAt}
          name={`Remove the list of ${date}`}
          question={
            state === 'IN_FORCE'
              ? `Remove the price list of ${date}? It is in force: Rap % then comes from the previous list, if there is one.`
              : `Remove the price list of ${date}?`
          }
          done={`The price list of ${date} was removed.`}
          act={() => {
            const seen = new URLSearchParams({ loadedAt: loadedAt ?? '' });
            return call(`/api/price-lists/${date}?${seen.toString()}`, priceListResource, {
              method: 'DELETE',
            });
          }}
        />
      ),
  },
];

/** Price lists: which is in force, loading one after its difference was shown, removing one (rule: Price list files). */
export function PriceListList() {
  return (
    <RecordList
      noun={['price list', 'price lists']}
      empty="No price list is loaded: no stone shows a Rap %."
      actions={<LoadPriceList />}
      columns={COLUMNS}
      sort={['date', 'DESC']}
    />
  );
}
