import { useCanAccess } from 'react-admin';
import { lineKindSchema } from '#contracts/billing/index.ts';
import { figureStonesReply, type FigureStones } from '#contracts/api/figures.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { MOVEMENT_NAMES, statusName } from '#contracts/vocabulary/statuses.ts';
import { historyTypeSchema, statusSchema } from '#contracts/vocabulary/schemas.ts';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import { BackTo } from '../components/back-to.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { TextLink } from '../components/text-link.tsx';
import { reportsPath, stonesQuery, type Asked } from '../components/reports-path.ts';
import { useGet } from '../providers/use-get.ts';
import { OfCut } from './charted.tsx';
import styles from './reports.module.css';

/** The stones that a figure is made of. */
export function StonesPage({ asked, query }: { asked: Asked; query: URLSearchParams }) {
  const title = query.get('title') ?? 'Stones';
  const stones = useGet(`/api/figures/stones?${stonesQuery(query)}`, figureStonesReply);
  const back = <BackTo to={reportsPath(asked)} title="Reports" />;
  return (
    <LoadedPage query={stones} title={title} noun="stones" above={back}>
      {(found) => (
        <Page
          title={title}
          above={back}
          summary={`${formatNumberOf(found.count, ['row', 'rows'])} · ${formatPrice(found.total)}`}
        >
          <p className={styles['about']}>
            <OfCut cut={found} />
            {found.count > found.stones.length &&
              ` The first ${formatCount(found.stones.length)} are listed; the sum is of all.`}
          </p>
          <Stones found={found} of={query.get('of') ?? ''} />
        </Page>
      )}
    </LoadedPage>
  );
}

function Stones({ found, of }: { found: FigureStones; of: string }) {
  const { canAccess } = useCanAccess({ resource: 'parcels', action: 'show' });
  const days = found.stones.some((stone) => stone.days !== null);
  const house = found.house !== undefined;
  if (found.stones.length === 0) return <p className="nothing">There is none.</p>;
  return (
    <div className={styles['stones']}>
      <PlainTable
        label="Stones"
        figures
        head={[
          'Parcel',
          'Line',
          'Customer',
          'What',
          'Day',
          ...(days ? ['Days'] : []),
          'Value',
          ...(house ? ["House's part"] : []),
        ]}
      >
        {found.stones.map((stone, place) => (
          <tr key={place}>
            <th scope="row">
              {stone.parcelName === null ? (
                'No single stone'
              ) : canAccess ? (
                <TextLink to={parcelPath(stone.parcelName)}>{stone.parcelName}</TextLink>
              ) : (
                stone.parcelName
              )}
            </th>
            <td>{stone.line === null ? '' : LINE_FACTS[stone.line].title}</td>
            <td>
              <TextLink to={`/customers/${stone.customerId}/show`}>{stone.customerName}</TextLink>
            </td>
            <td>{whatName(of, stone.what)}</td>
            <td>{stone.day}</td>
            {days && <td>{stone.days === null ? '' : formatCount(stone.days)}</td>}
            <td>{formatPrice(stone.value)}</td>
            {house && <td>{formatPrice(stone.house ?? 0)}</td>}
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

/** A status, a movement, an ending or a kind of line in words, as the figure is. */
function whatName(of: string, what: string): string {
  if (of === 'ENDED') return what === 'SOLD' ? 'Sold' : 'Not sold';
  const status = statusSchema.safeParse(what);
  if (of === 'HELD' && status.success) return statusName(status.data);
  const movement = historyTypeSchema.safeParse(what);
  if (of === 'MOVED' && movement.success) return MOVEMENT_NAMES[movement.data];
  const kind = lineKindSchema.safeParse(what);
  return kind.success ? lineKindName(kind.data) : what;
}
