import { drawingOf } from './facets.ts';
import { tintOf } from './tint.ts';
import styles from './shape-drawing.module.css';

type ShapeDrawingProps = {
  shapeCode: string | undefined;
  colour?: string | undefined;
  fancyColour?: string | undefined;
  /** Lines only. */
  outline?: boolean;
  /** What it shows, in words, where nothing beside it says so. */
  label?: string;
};

/** A line drawing of a shape's facets, tinted by colour grade: a stone's image when it has no other. Fills its parent. */
export function ShapeDrawing({ shapeCode, colour, fancyColour, outline = false, label }: ShapeDrawingProps) {
  const drawing = drawingOf(shapeCode ?? 'RD');
  return (
    <svg
      className={styles['drawing']}
      viewBox="-50 -50 100 100"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      <path
        d={drawing.outline}
        className={styles['outline']}
        fill={outline ? 'none' : tintOf({ colour, fancyColour })}
      />
      <path d={drawing.facets} className={styles['facets']} />
    </svg>
  );
}
