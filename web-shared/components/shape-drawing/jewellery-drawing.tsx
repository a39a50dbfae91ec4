import type { ReactNode } from 'react';
import { drawingOf } from './drawing.ts';
import styles from './jewellery-drawing.module.css';

type JewelleryDrawingProps = {
  /** 'Ring', 'Earrings', 'Pendant', 'Bracelet', 'Necklace'; anything else is drawn as a ring. */
  type: string | undefined;
  /** 'Halo', 'Three-Stone', 'Eternity Band', 'Hoop': what sets it apart from the plain one. */
  subType?: string | undefined;
  /** The metal it is tinted by: 'Yellow Gold', 'Rose Gold', 'White Gold', 'Platinum'. */
  finish?: string | undefined;
  label?: string;
};

const METALS: readonly (readonly [RegExp, string])[] = [
  [/yellow/i, '#D2A544'],
  [/rose|red|pink/i, '#D0917A'],
  [/platinum|palladium/i, '#A9B1B8'],
  [/black/i, '#4A4D50'],
];
const WHITE_METAL = '#C4C7C9';
const metalOf = (finish = ''): string => METALS.find(([words]) => words.test(finish))?.[1] ?? WHITE_METAL;

/** A drawing of a piece of jewellery by its type, tinted by its metal: a piece's image when it has no other. Fills its parent. */
export function JewelleryDrawing({ type = '', subType = '', finish, label }: JewelleryDrawingProps) {
  return (
    <svg
      className={styles['drawing']}
      viewBox="-50 -50 100 100"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
      style={{ '--metal': metalOf(finish) } as React.CSSProperties}
    >
      {pieceOf(type, subType)}
    </svg>
  );
}

function pieceOf(type: string, subType: string): ReactNode {
  const halo = /halo/i.test(subType);
  if (/ear/i.test(type)) return /hoop/i.test(subType) ? <Hoops /> : <Studs halo={halo} />;
  if (/pendant/i.test(type)) return <Pendant halo={halo} />;
  if (/bracelet/i.test(type)) return <Bracelet />;
  if (/neck/i.test(type)) return <Necklace />;
  return /eternity|band/i.test(subType) ? (
    <Eternity />
  ) : (
    <Ring halo={halo} stones={/three|trilogy/i.test(subType) ? 3 : 1} />
  );
}

/** A round brilliant from above. */
function Stone({ x, y, size, plain = false }: { x: number; y: number; size: number; plain?: boolean }) {
  const { outline, facets } = drawingOf('RD');
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 96})`}>
      <path d={outline} className={plain ? styles['small'] : styles['stone']} />
      {!plain && <path d={facets} className={styles['facets']} />}
    </g>
  );
}

/** A brilliant from the side: table up, culet down. */
function SideStone({ x, y, size }: { x: number; y: number; size: number }) {
  const half = size / 2;
  const [table, girdle, culet] = [y, y + size * 0.17, y + size * 0.62];
  const at = (share: number, height: number): string => `${x + half * share} ${height}`;
  return (
    <>
      <path
        className={styles['stone']}
        d={`M${at(-0.57, table)}L${at(0.57, table)}L${at(1, girdle)}L${at(0, culet)}L${at(-1, girdle)}Z`}
      />
      <path
        className={styles['facets']}
        d={`M${at(-1, girdle)}L${at(1, girdle)}M${at(-0.57, table)}L${at(-0.34, girdle)}L${at(0, table)}L${at(0.34, girdle)}L${at(0.57, table)}M${at(-0.34, girdle)}L${at(0, culet)}L${at(0.34, girdle)}`}
      />
    </>
  );
}

/** Places along a circle or ellipse. */
const along = (count: number, rx: number, ry: number, from = 0, turn = Math.PI * 2) =>
  Array.from({ length: count }, (_, place) => {
    const angle = from + (turn * place) / count;
    return { key: place, x: Math.cos(angle) * rx, y: Math.sin(angle) * ry };
  });

const Band = ({ y = 13, radius = 31, thick = 4.6 }: { y?: number; radius?: number; thick?: number }) => (
  <>
    <circle cx={0} cy={y} r={radius} className={styles['rim']} strokeWidth={thick + 1.4} />
    <circle cx={0} cy={y} r={radius} className={styles['metal']} strokeWidth={thick} />
    <path
      className={styles['shine']}
      d={`M${-radius * 0.94} ${y - radius * 0.34}A${radius} ${radius} 0 0 0 ${-radius * 0.6} ${y + radius * 0.8}`}
    />
  </>
);

function Ring({ halo, stones }: { halo: boolean; stones: number }) {
  const size = halo ? 25 : stones === 3 ? 24 : 30;
  return (
    <>
      <Band />
      <path
        className={styles['setting']}
        d="M-9 -19 L-5 -13 H5 L9 -19 M-11.5 -31 L-6.5 -15 M11.5 -31 L6.5 -15"
      />
      {stones === 3 && (
        <>
          <SideStone x={-18.5} y={-26} size={17} />
        </>
      )}
      <SideStone x={0} y={-37} size={size} />
      {halo && [-15, -10, -5, 0, 5, 10, 15].map((x) => <Stone key={x} x={x} y={-30.2} size={5} plain />)}
    </>
  );
}

const Eternity = () => (
  <>
    <circle r={36} className={styles['rim']} strokeWidth={10.6} />
    <circle r={36} className={styles['metal']} strokeWidth={9.2} />
    {along(26, 36, 36).map(({ key, x, y }) => (
      <Stone key={key} x={x} y={y} size={8} plain />
    ))}
  </>
);

const Studs = ({ halo }: { halo: boolean }) => (
  <>
    {[-24, 24].map((x) => (
      <g key={x}>
        {halo &&
          along(18, 19.5, 19.5).map(({ key, x: dx, y }) => (
            <Stone key={key} x={x + dx} y={y} size={6} plain />
          ))}
        <Stone x={x} y={0} size={halo ? 32 : 38} />
        {along(4, halo ? 15 : 18.4, halo ? 15 : 18.4, Math.PI / 4).map(({ key, x: dx, y }) => (
          <circle key={key} cx={x + dx} cy={y} r={2.5} className={styles['prong']} />
        ))}
      </g>
    ))}
  </>
);

const Hoops = () => (
  <>
    {[-24, 24].map((x) => (
      <g key={x}>
        <ellipse cx={x} cy={4} rx={16} ry={26} className={styles['rim']} strokeWidth={6} />
        <ellipse cx={x} cy={4} rx={16} ry={26} className={styles['metal']} strokeWidth={4.8} />
        {along(11, 16, 26, Math.PI * 0.16, Math.PI * 0.75).map(({ key, x: dx, y }) => (
          <Stone key={key} x={x + dx} y={4 + y} size={5.4} plain />
        ))}
        <path className={styles['setting']} d={`M${x - 5} -22 V-30 a5 5 0 0 1 10 0 V-24`} />
      </g>
    ))}
  </>
);

const Pendant = ({ halo }: { halo: boolean }) => (
  <>
    <path className={styles['chain']} d="M-36 -48 C-28 -22 -12 -10 0 -8 C12 -10 28 -22 36 -48" />
    <path className={styles['setting']} d="M-3 -9 q3 -5 6 0 l-1.2 8 h-3.6 Z" />
    {halo && along(22, 22, 22).map(({ key, x, y }) => <Stone key={key} x={x} y={20 + y} size={6.2} plain />)}
    <Stone x={0} y={20} size={halo ? 37 : 42} />
    {along(4, halo ? 17.5 : 20.3, halo ? 17.5 : 20.3, Math.PI / 4).map(({ key, x, y }) => (
      <circle key={key} cx={x} cy={20 + y} r={2.4} className={styles['prong']} />
    ))}
  </>
);

const Bracelet = () => (
  <>
    <ellipse rx={43} ry={29} className={styles['rim']} strokeWidth={9} />
    <ellipse rx={43} ry={29} className={styles['metal']} strokeWidth={7.6} />
    {along(34, 43, 29).map(({ key, x, y }) => (
      <Stone key={key} x={x} y={y} size={6.6} plain />
    ))}
    <rect x={-5} y={-33.5} width={10} height={9} rx={1.6} className={styles['clasp']} />
  </>
);

const Necklace = () => (
  <>
    <path className={styles['chain']} d="M-34 -46 C-46 8 -22 40 0 40 C22 40 46 8 34 -46" />
    {(
      [
        [-39, -12, 7],
        [-33.5, 9, 8],
        [-21, 28, 9],
        [0, 40, 11],
        [21, 28, 9],
        [33.5, 9, 8],
        [39, -12, 7],
      ] as const
    ).map(([x, y, size]) => (
      <g key={x}>
        <circle cx={x} cy={y} r={size / 2 + 1.6} className={styles['bezel']} />
        <Stone x={x} y={y} size={size} />
      </g>
    ))}
  </>
);
