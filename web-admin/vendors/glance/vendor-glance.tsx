import { vendorGlance, type VendorGlance as Glance } from '#contracts/api/vendors.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { ON_MEMO, type Status } from '#contracts/vocabulary/statuses.ts';
import { Facts } from '#web-shared/components/facts/facts.tsx';
import { Tiles } from '#web-shared/components/tiles/tiles.tsx';
import { listPath } from '../../components/list-path.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useGet } from '../../providers/use-get.ts';
import { RepricingUnderWay } from './repricing-under-way.tsx';
import { SaveReport } from './save-report.tsx';
import styles from '../vendors.module.css';

/** A vendor at a glance: its stock by status, what is on memo, what was sold, its last feed, its notices. */
export function VendorGlance({ vendorId }: { vendorId: number }) {
  const path = `/api/vendors/${vendorId}/glance`;
  const glance = useGet(path, vendorGlance);
  return (
    <Loaded query={glance} noun="figures" height={132}>
      {(figures) => <Figures glance={figures} vendorId={vendorId} />}
    </Loaded>
  );
}

/** Stones of some statuses together. */
function together({ stock }: Glance, statuses: readonly Status[]) {
  const rows = stock.filter(({ status }) => statuses.includes(status));
  const sum = (field: 'count' | 'total') => rows.reduce((all, row) => all + (row[field] ?? 0), 0);
  return { count: sum('count'), total: sum('total') };
}

function Figures({ glance, vendorId }: { glance: Glance; vendorId: number }) {
  const { soldThisYear, lastFeed, nextFeed, notices } = glance;
  // Who sees no wholesale prices is sent no values.
  const seesValues = soldThisYear.total !== undefined;
  const tiles = [
    ['Available', together(glance, ['AVAILABLE'])],
    ['Requested', together(glance, ['REQUESTED'])],
    // SOLD is not invoiced yet.
    ['With customers', together(glance, [...ON_MEMO, 'SOLD'])],
    ['Sold this year', soldThisYear],
    ['Withdrawn', together(glance, ['NOT_AVAILABLE'])],
  ] as const;
  const { sent, waiting, failed, noAddress } = notices;
  return (
    <section className={styles['glance']} aria-label="At a glance">
      <Tiles
        label="Stock"
        tiles={tiles.map(([label, { count, total }]) => [
          label,
          formatCount(count),
          seesValues && total !== undefined ? formatValue(total) : undefined,
        ])}
      />
      <RepricingUnderWay vendorId={vendorId} />
      <Facts
        facts={[
          [
            'Last feed',
            lastFeed && (
              <>
                <Moment at={lastFeed.at} />: {formatCount(lastFeed.listed)} of {formatCount(lastFeed.rows)}{' '}
                rows read, {formatCount(lastFeed.reported)} reported
              </>
            ),
          ],
          [
            'Next feed',
            <TextLink key="next" to={`/vendors/${vendorId}/feed`}>
              {nextFeed === null ? (
                'when a file is sent'
              ) : nextFeed.at === null ? (
                'when asked for'
              ) : (
                <Moment at={nextFeed.at} />
              )}
              {nextFeed !== null && nextFeed.failure !== null && '; the last could not be fetched'}
            </TextLink>,
          ],
          [
            'Mail notices, 30 days',
            sent + waiting + failed + noAddress > 0 && (
              <TextLink to={listPath('vendor-notices', { vendorId })}>
                {[
                  `${formatCount(sent)} sent`,
                  waiting > 0 && `${formatCount(waiting)} waiting`,
                  failed > 0 && `${formatCount(failed)} failed`,
                  noAddress > 0 && `${formatCount(noAddress)} without an address`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </TextLink>
            ),
          ],
        ].map(([label, value]) => [String(label), value === false ? null : value] as const)}
      />
      <SaveReport vendorId={vendorId} />
    </section>
  );
}
