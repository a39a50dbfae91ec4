import { useState, type ReactNode } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { extentOf } from '#web-shared/components/shape-drawing/drawing.ts';
import { StoneDrawing } from '../../lists/media/stone-drawing.tsx';
import { formatMeasurements } from '../../lib/format.ts';
import { mediaOf } from '../../lists/media/media-kind.ts';
import { Picture } from '../../lists/media/picture.tsx';
import { headingOf } from '../../lists/stone-facts.ts';
import { comparisonOf } from './comparison-rows.ts';
import styles from './comparison.module.css';

type ComparisonProps = {
  /** Two to five; the first is what the others are compared with. */
  stones: readonly Stone[];
  /** Beneath a stone's heading: its score, buttons. */
  about: (stone: Stone, place: number) => ReactNode;
};

/** Stones side by side: drawn at true relative size, pictures, properties, measurements; differences are marked. */
export function Comparison({ stones, about }: ComparisonProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const largest = Math.max(...stones.map(longestSide));
  const pictured = stones.some((stone) => mediaOf(stone).length > 1);
  return (
    <div className={styles['scroll']} role="region" aria-label="Comparison">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              <label>
                <input
                  type="checkbox"
                  checked={onlyDifferences}
                  onChange={(event) => setOnlyDifferences(event.target.checked)}
                />{' '}
                Differences only
              </label>
            </th>
            {stones.map((stone, place) => (
              <th key={stone.parcelName} scope="col">
                <div className={styles['stage']}>
                  <TrueSize stone={stone} largest={largest} />
                </div>
                <strong className={styles['heading']}>{headingOf(stone)}</strong>
                <span className={styles['name']}>{stone.parcelName}</span>
                {about(stone, place)}
              </th>
            ))}
          </tr>
        </thead>
        {pictured && !onlyDifferences && (
          <tbody>
            <tr>
              <th scope="row">Photo or video</th>
              {stones.map((stone) => (
                <td key={stone.parcelName}>
                  <Picture stone={stone} />
                </td>
              ))}
            </tr>
          </tbody>
        )}
        {comparisonOf(stones).map(({ title, rows }) => {
          const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
          return (
            shown.length > 0 && (
              <tbody key={title}>
                <tr className={styles['section']}>
                  <th scope="rowgroup" colSpan={stones.length + 1}>
                    {title}
                  </th>
                </tr>
                {shown.map(({ name, values, differs }) => (
                  <tr key={name} data-differs={differs}>
                    <th scope="row">
                      {name}
                      {differs && <span className="visually-hidden"> (differs)</span>}
                    </th>
                    {values.map((value, place) => (
                      <td key={stones[place]!.parcelName} data-other={differs && value !== values[0]}>
                        {value || '–'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            )
          );
        })}
      </table>
    </div>
  );
}

const longestSide = ({ length = 0, width = 0, weight }: Stone): number =>
  Math.max(length, width) || Math.cbrt(weight) * 6.5; // a round of that weight, where it was not measured

/** Pixels that the longest side of the largest stone takes. */
const LARGEST = 118;

/** A stone's drawing at the scale of the others: twice as long is twice as long. */
function TrueSize({ stone, largest }: { stone: Stone; largest: number }) {
  const size = (LARGEST * longestSide(stone)) / largest / extentOf(stone.shapeCode ?? 'RD');
  const measurements = formatMeasurements(stone);
  return (
    <>
      <div style={{ width: size, height: size }}>
        <StoneDrawing stone={stone} proportions={stone} arrows={stone.haSleeve} detailed />
      </div>
      {measurements && <small className={styles['millimetres']}>{measurements} mm</small>}
    </>
  );
}
