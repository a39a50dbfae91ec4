import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import styles from './charts.module.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Thousands of dollars at each half month: a jeweller's year, made up. */
const HOLDING = [
  182, 196, 211, 188, 176, 203, 228, 246, 221, 214, 232, 241, 219, 207, 226, 248, 262, 251, 268, 287, 312,
  338, 356, 291,
];
const [MINIMUM, MAXIMUM] = [150, 375];
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 300, 46, 28];

/** The value held over a year, between the agreed minimum and maximum. */
export function HoldingChart() {
  const x = (place: number): number => LEFT + (place / (HOLDING.length - 1)) * (WIDTH - LEFT - 8);
  const y = (thousands: number): number => HEIGHT - BOTTOM - (thousands / 400) * (HEIGHT - BOTTOM - 12);
  const line = HOLDING.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const last = HOLDING.length - 1;
  return (
    <svg
      className={styles['chart']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="A year of inventory value, between a minimum of $150,000 and a maximum of $375,000"
    >
      <rect
        className={styles['range']}
        x={LEFT}
        y={y(MAXIMUM)}
        width={WIDTH - LEFT - 8}
        height={y(MINIMUM) - y(MAXIMUM)}
      />
      {[MINIMUM, MAXIMUM].map((limit) => (
        <g key={limit}>
          <path className={styles['limit']} d={`M${LEFT} ${y(limit)}H${WIDTH - 8}`} />
          <text x={LEFT - 8} y={y(limit) + 4} textAnchor="end">
            ${limit}k
          </text>
        </g>
      ))}
      <path
        className={styles['area']}
        d={`M${line}L${x(last).toFixed(1)} ${y(0)}L${x(0).toFixed(1)} ${y(0)}Z`}
      />
      <path className={styles['line']} d={`M${line}`} />
      <circle className={styles['dot']} cx={x(22)} cy={y(356)} r="4.5" />
      <text className={styles['strong']} x={x(22) - 10} y={y(356) + 3} textAnchor="end">
        $356k
      </text>
      {MONTHS.map((month, place) => (
        <text key={month} x={x(place * 2 + 0.5)} y={HEIGHT - 6} textAnchor="middle">
          {place % 3 === 0 ? month : ''}
        </text>
      ))}
    </svg>
  );
}

const SOLD = [
  ['RD', 'Round', 62],
  ['OV', 'Oval', 54],
  ['EM', 'Emerald', 41],
  ['CU', 'Cushion', 33],
  ['PS', 'Pear', 27],
] as const;

/** The share sold of what was shown in a year, by shape. */
export function SellThroughChart() {
  return (
    <ul className={styles['bars']} aria-label="Sold of what was shown, by shape">
      {SOLD.map(([code, name, share]) => (
        <li key={code}>
          <span className={styles['shape']} aria-hidden="true">
            <ShapeDrawing shapeCode={code} colour="F" />
          </span>
          <span>{name}</span>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ width: `${share}%` }} />
          </span>
          <strong>{share} %</strong>
        </li>
      ))}
    </ul>
  );
}

const AGES = [
  ['0–30 days', 34, 'fresh'],
  ['31–60 days', 21, 'steady'],
  ['61–90 days', 9, 'slow'],
  ['over 90 days', 4, 'late'],
] as const;

/** How long the pieces in the case have been there. */
export function AgeingChart() {
  const pieces = AGES.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className={styles['ageing']}>
      <div className={styles['stack']} aria-hidden="true">
        {AGES.map(([age, count, tone]) => (
          <span key={age} data-tone={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {AGES.map(([age, count, tone]) => (
          <li key={age}>
            <i data-tone={tone} aria-hidden="true" />
            {age}
            <strong>{count} pcs</strong>
            <span>{Math.round((count / pieces) * 100)} %</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The way of a stone: from the list to the case, and back or on. */
export function WayOfAStone() {
  const stations = [
    [60, 'Available'],
    [210, 'Cart'],
    [360, 'Requested'],
    [510, 'On memo'],
  ] as const;
  return (
    <svg
      className={styles['chart']}
      viewBox="0 0 680 190"
      role="img"
      aria-label="A stone goes from available to the cart, is requested, comes on memo, and is sold or returned"
    >
      <path className={styles['way']} d="M60 60H510" />
      <path className={styles['way']} d="M510 60C570 60 560 60 620 60" />
      <path className={styles['back']} d="M510 72C510 165 60 165 60 72" />
      {stations.map(([x, name]) => (
        <g key={name}>
          <circle className={styles['station']} cx={x} cy="60" r="8" />
          <text className={styles['strong']} x={x} y="36" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
      <circle className={styles['end']} cx="620" cy="60" r="8" />
      <text className={styles['strong']} x="620" y="36" textAnchor="middle">
        Sold
      </text>
      <text x="285" y="164" textAnchor="middle">
        Returned, whenever you like
      </text>
    </svg>
  );
}
