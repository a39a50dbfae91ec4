import { useState, type ReactNode } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import { formatMeasurements } from '../../lib/format.ts';
import { mediaOf } from '../../lists/media/media-kind.ts';
import { Picture } from '../../lists/media/picture.tsx';
import { headingOf } from '../../lists/stone-facts.ts';
import { comparisonOf } from './comparison-rows.ts';
import { longestSide, TrueSize } from './true-size.tsx';
import styles from './comparison.module.css';

type ComparisonProps = {
  /** Two to five; the first is what the others are compared with. */
  stones: readonly Stone[];
  /** Beneath a stone's heading and price: how it differs, buttons. */
  about: (stone: Stone, place: number) => ReactNode;
  /** How a stone's score came about, as the last row. */
  score?: (place: number) => ReactNode;
};

/** The keyboard scrolls it too (WCAG 2.1.1). */
const SCROLLS = { role: 'region', tabIndex: 0, 'aria-label': 'Comparison' };

const PICTURES = [
  ['drawn', 'To scale'],
  ['photographed', 'Photos'],
] as const;

/** Stones side by side: one picture each, drawn at true relative size or as photographed; what differs is in ink. */
export function Comparison({ stones, about, score }: ComparisonProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const [pictures, setPictures] = useState<'drawn' | 'photographed'>('drawn');
  const largest = Math.max(...stones.map(longestSide));
  return (
    <>
      <div className={styles['bar']}>
        <label>
          <input
            type="checkbox"
            checked={onlyDifferences}
            onChange={(event) => setOnlyDifferences(event.target.checked)}
          />{' '}
          Differences only
        </label>
        {stones.some((stone) => mediaOf(stone).length > 1) && (
          <ChoiceSwitch label="Pictures" choices={PICTURES} chosen={pictures} onChoose={setPictures} />
        )}
      </div>
      <div className={styles['scroll']} {...SCROLLS}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <td />
              {stones.map((stone) => (
                <td key={stone.parcelName}>
                  {pictures === 'photographed' ? (
                    <Picture stone={stone} />
                  ) : (
                    <Drawn stone={stone} largest={largest} />
                  )}
                </td>
              ))}
            </tr>
            <tr className={styles['stones']}>
              <th scope="col">
                <span className="visually-hidden">Compared</span>
              </th>
              {stones.map((stone, place) => (
                <th key={stone.parcelName} scope="col">
                  <strong className={styles['heading']}>{headingOf(stone)}</strong>
                  <span className={styles['name']}>{stone.parcelName}</span>
                  {stone.total !== undefined && (
                    <span className={styles['price']}>{formatPrice(stone.total)}</span>
                  )}
                  {about(stone, place)}
                </th>
              ))}
            </tr>
          </thead>
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
                        <td key={stones[place]!.parcelName}>{value || '–'}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              )
            );
          })}
          {score && (
            <tbody>
              <tr>
                <th scope="row">Score</th>
                {stones.map((stone, place) => (
                  <td key={stone.parcelName}>{score(place)}</td>
                ))}
              </tr>
            </tbody>
          )}
        </table>
      </div>
    </>
  );
}

function Drawn({ stone, largest }: { stone: Stone; largest: number }) {
  const measurements = formatMeasurements(stone);
  return (
    <div className={styles['stage']}>
      <TrueSize stone={stone} largest={largest} />
      {measurements && <small className={styles['millimetres']}>{measurements} mm</small>}
    </div>
  );
}
