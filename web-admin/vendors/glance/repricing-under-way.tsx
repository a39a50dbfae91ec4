import { useGetList } from 'react-admin';
import type { RepricingResource } from '#contracts/api/repricings.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { refreshedEvery } from '../../components/list-page/failures-in-place.ts';
import { Moment } from '../../components/moment.tsx';
import { JobProgress } from '../../components/progress-bar.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { firstRows } from '../../providers/data-provider.ts';

/** How far the vendor's parcels follow a change of its markup or of tiers, while they do, and how many wait for another try. */
export function RepricingUnderWay({ vendorId }: { vendorId: number }) {
  const { data = [] } = useGetList<RepricingResource>(
    'repricings',
    firstRows(1, 'dueAt', { order: 'DESC', filter: { vendorId, state: ['WAITING', 'RUNNING', 'RETRYING'] } }),
    refreshedEvery(2),
  );
  const [repricing] = data;
  if (!repricing) return null;
  const { kind, state, dueAt, failed } = repricing;
  return (
    <p role="status">
      <TextLink to="/repricings">{kind === 'TIERS' ? 'New tiers' : 'Repricing'}</TextLink>:{' '}
      {state === 'WAITING' ? (
        <>
          from <Moment at={dueAt} /> on
        </>
      ) : (
        <>
          <JobProgress label="Progress of the repricing" job={repricing} /> parcels
        </>
      )}
      {failed > 0 && `, ${formatCount(failed)} failed and tried again`}
    </p>
  );
}
