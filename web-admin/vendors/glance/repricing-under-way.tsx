import { useGetList } from 'react-admin';
import type { RepricingResource } from '#contracts/api/repricings.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { refreshedEvery } from '../../components/list-page/failures-in-place.ts';
import { Moment } from '../../components/moment.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { TextLink } from '../../components/text-link.tsx';

/** How far the vendor's parcels follow a change of its markup or of tiers, while they do. */
export function RepricingUnderWay({ vendorId }: { vendorId: number }) {
  const { data = [] } = useGetList<RepricingResource>(
    'repricings',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'dueAt', order: 'DESC' },
      filter: { vendorId, state: ['WAITING', 'RUNNING'] },
    },
    refreshedEvery(2),
  );
  const [repricing] = data;
  if (!repricing) return null;
  const { kind, state, total, done, dueAt } = repricing;
  return (
    <p role="status">
      <TextLink to="/repricings">{kind === 'TIERS' ? 'New tiers' : 'Repricing'}</TextLink>:{' '}
      {state === 'WAITING' ? (
        <>
          from <Moment at={dueAt} /> on
        </>
      ) : (
        <>
          <ProgressBar label="Progress of the repricing" share={total ? Math.min(1, done / total) : 0} />{' '}
          {formatCount(done)} of {total === null ? '…' : formatCount(total)} parcels
        </>
      )}
    </p>
  );
}
