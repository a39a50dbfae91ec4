import { nameOf, type Column } from './column.ts';
import type { Distribution } from './distribution.ts';
import { isReversed, type Filter } from './filters.ts';
import styles from './range-distribution.module.css';

export type Range = Extract<Filter, { kind: 'range' }>;

/** The range of a column's filter; open at both ends when there is none. */
export const rangeOf = (filter: Filter | undefined): Range =>
  filter?.kind === 'range' ? filter : { kind: 'range', min: null, max: null };

/** What is wrong with a column's range; null where nothing is. */
export const rangeProblem = <Row,>(column: Column<Row>, range: Range): string | null =>
  isReversed(range) ? `The minimum ${inSentence(nameOf(column))} is above the maximum.` : null;

/** A name within a sentence: 'weight', but 'RAP'. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

const BAR = 8;
const HEIGHT = 40;

/** How a column's figures are distributed, those within the range in ink; its ends can be dragged. */
export function RangeDistribution<Row>({
  column,
  name,
  distribution,
  range,
  onChange,
}: {
  column: Column<Row>;
  name: string;
  distribution: Distribution;
  range: Range;
  onChange: (range: Range) => void;
}) {
  const { edges, bars } = distribution;
  const write = column.bound ?? String;
  const tallest = Math.max(1, ...bars);
  const last = edges.length - 1;
  const low = range.min === null ? 0 : edgeAtOrBefore(edges, range.min);
  const high = range.max === null ? last : edgeAtOrAfter(edges, range.max);
  const valueText = (value: number): string => write(value) + (column.unit ? ` ${column.unit}` : '');
  return (
    <div className={styles['distribution']}>
      <svg
        viewBox={`0 0 ${bars.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`From ${write(edges[0]!)} to ${write(edges[last]!)}`}
      >
        {bars.map((count, bar) => {
          const height = count === 0 ? 0 : Math.max(2, (count / tallest) * HEIGHT);
          return (
            <rect
              key={bar}
              x={bar * BAR + 1}
              width={BAR - 2}
              y={HEIGHT - height}
              height={height}
              data-in={bar >= low && bar < Math.max(high, low + 1)}
            />
          );
        })}
      </svg>
      {last > 1 && (
        <div className={styles['ends']}>
          <input
            type="range"
            aria-label={`${name} from`}
            aria-valuetext={range.min === null ? 'Any' : valueText(range.min)}
            min={0}
            max={last}
            value={low}
            onChange={({ target }) => {
              const at = Math.min(Number(target.value), high - 1);
              onChange({ ...range, min: at <= 0 ? null : edges[at]! });
            }}
          />
          <input
            type="range"
            aria-label={`${name} to`}
            aria-valuetext={range.max === null ? 'Any' : valueText(range.max)}
            min={0}
            max={last}
            value={high}
            onChange={({ target }) => {
              const at = Math.max(Number(target.value), low + 1);
              onChange({ ...range, max: at >= last ? null : edges[at]! });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The last edge that is not above a bound; the end of the last bar belongs to the other handle. */
function edgeAtOrBefore(edges: readonly number[], bound: number): number {
  const place = edges.findLastIndex((edge) => edge <= bound);
  return Math.min(Math.max(0, place), edges.length - 2);
}

/** The first edge that is not below a bound. */
function edgeAtOrAfter(edges: readonly number[], bound: number): number {
  const place = edges.findIndex((edge) => edge >= bound);
  return place < 0 ? edges.length - 1 : Math.max(1, place);
}
