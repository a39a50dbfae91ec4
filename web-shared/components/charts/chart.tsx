import styles from './charts.module.css';

/** A value of each point, drawn in its own colour; limits are dashed. */
type Series<Point> = {
  name: string;
  look: 'first' | 'second' | 'third' | 'low limit' | 'high limit';
  of: (point: Point) => number;
};

type ChartProps<Point> = {
  kind: 'lines' | 'bars';
  /** What it shows, in words: the table beside it has the figures. */
  label: string;
  points: readonly Point[];
  series: readonly Series<Point>[];
  /** A point's name on the axis, which shows those of the first, the middle and the last point. */
  nameOf: (point: Point) => string;
  format: (value: number) => string;
};

const [WIDTH, HEIGHT] = [720, 200];
/** The share of a point's place that its bars take. */
const BARS = 0.72;

/** Lines or bars of a few series, for one glance. */
export function Chart<Point>({ kind, label, points, series, nameOf, format }: ChartProps<Point>) {
  const values = points.flatMap((point) => series.map(({ of }) => of(point)));
  const top = Math.max(1, ...values);
  const bottom = Math.min(0, ...values);
  const y = (value: number): number => ((top - value) / (top - bottom)) * (HEIGHT - 4) + 2;
  const names = [points[0], points[Math.floor((points.length - 1) / 2)], points.at(-1)];
  return (
    <figure className={styles['chart']}>
      <ul className={styles['legend']}>
        {series.map(({ name, look }) => (
          <li key={name} data-look={look}>
            {name}
          </li>
        ))}
      </ul>
      <div className={styles['plot']}>
        <span aria-hidden="true">{format(top)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <path d={`M0 ${y(0)}H${WIDTH}`} data-look="ground" />
          {series.map((one, index) =>
            kind === 'lines' ? (
              <path key={one.name} d={lineOf(points.map(one.of), y)} data-look={one.look} data-kind="line" />
            ) : (
              <path
                key={one.name}
                d={barsOf(points.map(one.of), y, { index, of: series.length })}
                data-look={one.look}
                data-kind="bars"
              />
            ),
          )}
        </svg>
      </div>
      <div className={styles['axis']} aria-hidden="true">
        {names.map((point, index) => (
          <span key={index}>{point === undefined ? '' : nameOf(point)}</span>
        ))}
      </div>
    </figure>
  );
}

function lineOf(values: readonly number[], y: (value: number) => number): string {
  const x = (at: number): number => (at / Math.max(1, values.length - 1)) * WIDTH;
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
}

/** The bars of one of several series, beside those of the others. */
function barsOf(
  values: readonly number[],
  y: (value: number) => number,
  { index, of }: { index: number; of: number },
): string {
  const place = WIDTH / Math.max(1, values.length);
  const width = (place * BARS) / of;
  return values
    .map((value, at) => {
      const left = at * place + (place * (1 - BARS)) / 2 + index * width;
      return `M${left.toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}h${(width * 0.92).toFixed(1)}V${y(0).toFixed(1)}Z`;
    })
    .join('');
}
