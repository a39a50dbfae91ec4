import styles from './tiles.module.css';

/** A figure with its label, and what stands beneath it, such as its value. */
export type Tile = readonly [label: string, figure: string, beneath?: string | undefined];

/** Figures at a glance, side by side in one frame. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <dl className={styles['tiles']} aria-label={label}>
      {tiles.map(([term, figure, beneath]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <strong>{figure}</strong> {beneath !== undefined && <span>{beneath}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
