import { useQuery } from '@tanstack/react-query';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Stone, StoneDetails } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { TIER_DESCRIPTIONS, tierSchema } from '#contracts/vocabulary/tiers.ts';
import { StatusChip, TierChip } from '../../../components/chip/chip.tsx';
import { Skeleton } from '../../../components/skeleton/skeleton.tsx';
import { StateMessage } from '../../../components/state-message/state-message.tsx';
import { Button, IconButton } from '../../../components/button/button.tsx';
import {
  formatAmount,
  formatMillimetres,
  formatMoment,
  formatPercent,
  formatRapPercent,
  formatWeight,
} from '../../../lib/format.ts';
import { CallFailed } from '../../../lib/failures.ts';
import { useSession } from '../../../lib/session.ts';
import { detailsQuery } from '../api/get-details.ts';
import { headingOf, shapeNameOf } from '../stone-facts.ts';
import { Section, type Fact } from './facts.tsx';
import { History } from './history.tsx';
import { Picture } from './picture.tsx';
import { StoneActions } from './stone-actions.tsx';
import styles from './stone-page.module.css';

const TITLES: Readonly<Partial<Record<Line, string>>> = {
  natural: 'Diamond Details',
  labGrown: 'Lab Grown Diamond Details',
  fancyColour: 'Fancy Colour Diamond Details',
};

type StonePageProps = {
  line: Line;
  parcelName: string;
  /** The row it was opened from: shown at once, until the details have come. */
  row: Stone | undefined;
};

/** A stone's tab: price, properties, picture, certificate, status, history, and what may be done (specification, section 2.5). */
export default function StonePage({ line, parcelName, row }: StonePageProps) {
  const details = useQuery(detailsQuery(line, parcelName));
  if (details.data) return <Stone line={line} stone={details.data} details={details.data} />;
  if (details.isError) {
    const unreachable = details.error instanceof CallFailed && details.error.failure.kind === 'network';
    return (
      <StateMessage
        alert
        heading="Stone could not be loaded"
        actions={<Button onClick={() => void details.refetch()}>Try again</Button>}
      >
        {unreachable ? details.error.message : `There is no stone ${parcelName} that you may see.`}
      </StateMessage>
    );
  }
  return row ? <Stone line={line} stone={row} details={null} /> : <StoneSkeleton />;
}

function Stone({ line, stone, details }: { line: Line; stone: Stone; details: StoneDetails | null }) {
  const { administrator } = useSession();
  return (
    <article className={styles['page']} aria-label={`Stone ${stone.parcelName}`} aria-busy={details === null}>
      <header className={styles['head']}>
        <div>
          <p className={styles['kind']}>{TITLES[line]}</p>
          <h1>{stone.parcelName}</h1>
          <p className={styles['sub']}>
            {headingOf(stone)}
            {stone.tier && (
              <>
                {' '}
                · <TierChip tier={stone.tier} />
              </>
            )}
          </p>
        </div>
        <div className={styles['corner']}>
          <StatusChip status={stone.status} where="requestable" />
          <IconButton icon="print" label="Print" onClick={() => window.print()} />
        </div>
      </header>
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Picture stone={stone} />
          <PriceCard stone={stone} />
          {details ? <StoneActions line={line} stone={details} /> : <Skeleton height={118} />}
        </div>
        <div className={styles['right']}>
          <div className={styles['sections']}>
            <Section title="Stone Properties" facts={propertiesOf(stone)} />
            <Section title="Proportions" facts={proportionsOf(stone)} />
            <Section
              title="Certificate"
              facts={[
                ['Lab', stone.lab],
                ['Certificate', stone.certNo],
              ]}
            />
            <Section
              title="Status"
              facts={[
                ['Status', <StatusChip key="status" status={stone.status} where="requestable" />],
                ['In cart', stone.inCart ? 'Yes' : 'No'],
                ['Last updated', formatMoment(stone.lastUpdated)],
                ...(administrator ? [['Department', stone.location] as const] : []),
              ]}
            />
            <Section
              title="Measurements"
              facts={[
                ['Length', mm(stone.length)],
                ['Width', mm(stone.width)],
                ['Height', mm(stone.height)],
              ]}
            />
          </div>
          {details ? <History line={line} stone={details} /> : <Skeleton height={140} />}
        </div>
      </div>
    </article>
  );
}

function PriceCard({ stone }: { stone: Stone }) {
  const grades = [stone.cut, stone.polish, stone.symmetry].filter(Boolean).join(' · ');
  const colour = stone.fancyColoured ? (stone.colourText ?? stone.fancyColour) : stone.colour;
  return (
    <section className={styles['price']} aria-label="Price">
      <p className={styles['grading']}>
        {[stone.shapeCode, `${formatWeight(stone.weight)} ct`, colour, stone.clarity]
          .filter(Boolean)
          .join(' · ')}
        {grades && (
          <>
            <br />
            {grades}
          </>
        )}
      </p>
      <div className={styles['amount']}>
        {stone.displayRap !== undefined && (
          <p className={styles['rap']}>
            RAP {formatAmount(stone.displayRap)}
            <br />
            RAP % {formatRapPercent(stone.displayRapPercent)}
          </p>
        )}
        {stone.total !== undefined && <p className={styles['total']}>{formatPrice(stone.total)}</p>}
      </div>
    </section>
  );
}

const mm = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatMillimetres(value)} mm`;
const pct = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatPercent(value)} %`;
const degrees = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatPercent(value)}°`;

function propertiesOf(stone: Stone): readonly Fact[] {
  const tier = tierSchema.safeParse(stone.tier);
  return [
    ['Tier', tier.success ? `${tier.data}: ${TIER_DESCRIPTIONS[tier.data]}` : stone.tier],
    ['Weight', `${formatWeight(stone.weight)} ct`],
    ['Shape', shapeNameOf(stone)],
    [
      'Colour',
      stone.fancyColoured
        ? (stone.colourText ??
          [stone.fancyIntensity, stone.fancyOvertone, stone.fancyColour].filter(Boolean).join(' '))
        : stone.colour,
    ],
    ['Clarity', stone.clarity],
    ['Fluorescence', stone.fluorescence],
    ['Cut', stone.cut],
    ['Polish', stone.polish],
    ['Symmetry', stone.symmetry],
    ['Key to symbols', stone.keyToSymbols],
    ['Origin', stone.countryOfOrigin],
  ];
}

function proportionsOf(stone: Stone): readonly Fact[] {
  return [
    ['Table', pct(stone.tablePct)],
    ['Depth', pct(stone.depthPct)],
    ['Girdle', pct(stone.girdlePct)],
    ['Crown height', pct(stone.crownHeight)],
    ['Crown angle', degrees(stone.crownAngle)],
    ['Pavilion depth', pct(stone.pavilionDepth)],
    ['Pavilion angle', degrees(stone.pavilionAngle)],
    ['Star halves', pct(stone.starHalves)],
    ['Pavilion halves', pct(stone.pavilionHalves)],
    ['Light performance', stone.lightPerformance],
    ['Hearts and arrows', stone.haSleeve ? 'Yes' : undefined],
  ];
}

function StoneSkeleton() {
  return (
    <div className={styles['page']} aria-busy="true" aria-label="Loading the stone">
      <Skeleton width={220} height={34} />
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Skeleton height={330} />
          <Skeleton height={90} />
        </div>
        <div className={styles['right']}>
          {[340, 140].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </div>
      </div>
    </div>
  );
}
