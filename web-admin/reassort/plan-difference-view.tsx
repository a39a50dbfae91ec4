import type { PlanDifference } from '#contracts/api/reassortment-plans.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { stonesThatDiffer } from './stones-that-differ.ts';
import styles from './reassort.module.css';

type PlanDifferenceProps = {
  difference: PlanDifference;
  /** What the two plans are called. */
  first: string;
  second: string;
  storeName: (storeId: string) => string;
};

/** Two plans side by side, where they differ: levels, bins, and what each does with a stone. */
export function PlanDifferenceView({ difference, first, second, storeName }: PlanDifferenceProps) {
  const { levels, bins } = difference;
  const stones = stonesThatDiffer(difference, storeName);
  if (levels.length + bins.length + stones.length === 0) return <p>The two plans do the same.</p>;
  return (
    <div className={styles['sides']}>
      {levels.length > 0 && (
        <PlainTable label="Levels that differ" head={['Level', first, second]} figures>
          {levels.map((level) => (
            <tr key={level.name}>
              <th scope="row">{level.name}</th>
              <td>{optimum(level.name, level.first)}</td>
              <td>{optimum(level.name, level.second)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {bins.length > 0 && (
        <PlainTable label="Bins that differ" head={['Bin, pieces after the plan', first, second]} figures>
          {bins.map((bin) => (
            <tr key={`${bin.storeId} ${bin.binSpec}`}>
              <th scope="row">
                {bin.binSpec}
                <small>{storeName(bin.storeId)}</small>
              </th>
              <td>{bin.first ?? 'no such bin'}</td>
              <td>{bin.second ?? 'no such bin'}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {stones.length > 0 && (
        <PlainTable label="Stones that differ" head={['Stone', first, second]}>
          {stones.map((stone) => (
            <tr key={stone.name}>
              <th scope="row">{stone.name}</th>
              <td>{stone.first}</td>
              <td>{stone.second}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </div>
  );
}

/** Pieces and points as they are, the deviation of prices in dollars. */
const optimum = (level: string, value: number): string =>
  level === 'price deviation' ? formatPrice(value) : String(value);
