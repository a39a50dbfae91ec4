import styles from './profile-drawing.module.css';

/** A stone from the side; percentages of its width and degrees, as certificates print them. */
export type Profile = {
  tablePct?: number | undefined;
  depthPct?: number | undefined;
  girdlePct?: number | undefined;
  crownHeight?: number | undefined;
  crownAngle?: number | undefined;
  pavilionDepth?: number | undefined;
  pavilionAngle?: number | undefined;
};

const WIDTH = 240;
const [LEFT, TOP] = [70, 34];
const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const pct = (value: number): string => `${percent.format(value)} %`;

/** The profile of a stone with its proportions written at it; nothing without table and depth. */
export function ProfileDrawing({ profile }: { profile: Profile }) {
  const { tablePct, depthPct, girdlePct = 3, crownHeight = 14.5, crownAngle, pavilionAngle } = profile;
  if (tablePct === undefined || depthPct === undefined) return null;
  const unit = WIDTH / 100;
  const pavilion = profile.pavilionDepth ?? Math.max(30, depthPct - crownHeight - girdlePct);
  const [left, right] = [LEFT, LEFT + WIDTH];
  const middle = (left + right) / 2;
  const half = (tablePct * unit) / 2;
  const crown = TOP + crownHeight * unit;
  const girdle = crown + girdlePct * unit;
  const culet = girdle + pavilion * unit;
  const bottom = culet + 22;
  const line = (...points: readonly (readonly [number, number])[]): string =>
    `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  return (
    <svg
      className={styles['profile']}
      viewBox={`0 0 380 ${Math.round(bottom)}`}
      role="img"
      aria-label={`Profile: table ${pct(tablePct)}, depth ${pct(depthPct)}`}
    >
      <path
        className={styles['body']}
        d={`${line([middle - half, TOP], [middle + half, TOP], [right, crown], [right, girdle], [middle, culet], [left, girdle], [left, crown])}Z`}
      />
      <path
        className={styles['facets']}
        d={[
          line([left, crown], [right, crown]),
          line([left, girdle], [right, girdle]),
          ...[-1, 1].flatMap((side) => [
            line([middle + side * half, TOP], [middle + side * WIDTH * 0.31, crown]),
            line([middle + side * WIDTH * 0.31, crown], [middle + side * half * 0.34, TOP]),
            line([middle + side * half * 0.34, TOP], [middle, crown]),
            line([middle + side * WIDTH * 0.2, girdle], [middle, culet]),
            line(
              [middle + side * WIDTH * 0.36, girdle],
              [middle + side * WIDTH * 0.115, culet - pavilion * unit * 0.23],
            ),
          ]),
        ].join('')}
      />
      <g className={styles['rules']}>
        <path d={line([middle - half, 22], [middle + half, 22])} />
        <path d={line([middle - half, 18], [middle - half, 28])} />
        <path d={line([middle + half, 18], [middle + half, 28])} />
        <path d={line([34, TOP], [34, culet])} />
        <path d={line([29, TOP], [39, TOP])} />
        <path d={line([29, culet], [39, culet])} />
      </g>
      <g className={styles['words']}>
        <text x={middle} y={13} textAnchor="middle">
          Table {pct(tablePct)}
        </text>
        <text
          x={26}
          y={(TOP + culet) / 2}
          textAnchor="middle"
          transform={`rotate(-90 26 ${(TOP + culet) / 2})`}
        >
          Depth {pct(depthPct)}
        </text>
        {crownAngle !== undefined && (
          <text x={right + 8} y={(TOP + crown) / 2 + 4}>
            {percent.format(crownAngle)}°
          </text>
        )}
        {profile.crownHeight !== undefined && crownAngle === undefined && (
          <text x={right + 8} y={(TOP + crown) / 2 + 4}>
            {pct(profile.crownHeight)}
          </text>
        )}
        {profile.girdlePct !== undefined && (
          <text x={right + 8} y={(crown + girdle) / 2 + 4}>
            {pct(girdlePct)}
          </text>
        )}
        {pavilionAngle !== undefined && (
          <text x={middle + WIDTH * 0.34} y={girdle + (culet - girdle) * 0.55}>
            {percent.format(pavilionAngle)}°
          </text>
        )}
      </g>
    </svg>
  );
}
