import type { Stone } from '#contracts/api/stones.ts';
import { extentOf } from '#web-shared/components/shape-drawing/drawing.ts';
import { StoneDrawing } from '../../lists/media/stone-drawing.tsx';
import styles from './true-size.module.css';

/** Millimetres; where a stone was not measured, those of a round of its weight. */
export const longestSide = ({ length = 0, width = 0, weight }: Stone): number =>
  Math.max(length, width) || Math.cbrt(weight) * 6.5;

/** A stone's drawing at the scale of the others: twice as long is twice as long; the largest fills its place. */
export function TrueSize({ stone, largest }: { stone: Stone; largest: number }) {
  const share = longestSide(stone) / largest / extentOf(stone.shapeCode ?? 'RD');
  const size = `${(share * 100).toFixed(2)}%`;
  return (
    <div className={styles['place']}>
      <div style={{ width: size, height: size }}>
        <StoneDrawing stone={stone} proportions={stone} arrows={stone.haSleeve} detailed />
      </div>
    </div>
  );
}
