import { ListBase } from 'react-admin';
import type { ReferralResource } from '#contracts/api/referrals.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { PagerWhenMany } from '../components/list-page/pager-when-many.tsx';
import { TOLD_IN_PLACE } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';

const mail = (address: string) => <a href={`mailto:${address}`}>{address}</a>;

const COLUMNS: readonly Column<ReferralResource>[] = [
  {
    source: 'recipientName',
    label: 'Friend',
    sortable: true,
    cell: ({ recipientName }) => <strong>{recipientName}</strong>,
  },
  {
    source: 'recipientEmail',
    label: 'Friend’s e-mail',
    card: 'whole line',
    cell: ({ recipientEmail }) => mail(recipientEmail),
  },
  { source: 'gifterName', label: 'Referred by', sortable: true, cell: ({ gifterName }) => gifterName },
  {
    source: 'gifterEmail',
    label: 'E-mail',
    card: 'whole line',
    cell: ({ gifterEmail }) => mail(gifterEmail),
  },
  { source: 'createdAt', label: 'When', sortable: true, cell: ({ createdAt }) => formatMoment(createdAt) },
];

/** Whom jewellers have referred, newest first. */
export function ReferralList() {
  return (
    <ListBase
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={100}
      debounce={150}
      exporter={false}
      queryOptions={TOLD_IN_PLACE}
    >
      <ListPage
        title="Referrals"
        above="Catalogue"
        noun={['referral', 'referrals']}
        searches="Find a referral"
        empty="No jeweller has referred a friend yet."
      >
        <RecordTable label="Referrals" columns={COLUMNS} />
        <PagerWhenMany />
      </ListPage>
    </ListBase>
  );
}
