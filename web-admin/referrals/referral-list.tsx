import type { ReferralResource } from '#contracts/api/referrals.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';

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
  { source: 'gifterName', label: 'Referred by', sortable: true },
  {
    source: 'gifterEmail',
    label: 'E-mail',
    card: 'whole line',
    cell: ({ gifterEmail }) => mail(gifterEmail),
  },
  { source: 'createdAt', label: 'When', sortable: true, as: 'moment' },
];

/** Whom jewellers have referred, newest first. */
export function ReferralList() {
  return (
    <RecordList
      noun={['referral', 'referrals']}
      searches="Find a referral"
      empty="No jeweller has referred a friend yet."
      columns={COLUMNS}
      sort={['createdAt', 'DESC']}
    />
  );
}
