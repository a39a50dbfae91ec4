import { useId } from 'react';
import { drawingOf, scaleOf, type DrawnProportions } from './drawing.ts';
import type { Coloured } from '#contracts/vocabulary/fancy-hues.ts';
import { tintOf } from './tint.ts';
import styles from './shape-drawing.module.css';

type ShapeDrawingProps = Coloured & {
  shapeCode: string | undefined;
  /** Lines only. */
  outline?: boolean;
  /** Drawn from them where they are known. */
  proportions?: DrawnProportions | undefined;
  /** Large drawings: light on the facets, and the pavilion seen through the table. */
  detailed?: boolean;
  /** Hearts and arrows. */
  arrows?: boolean | undefined;
  /** What it shows, in words, where nothing beside it says so. */
  label?: string;
};

/** A line drawing of a shape's facets, tinted by colour grade: a stone's image when it has no other. Fills its parent. */
export function ShapeDrawing({
  shapeCode = 'RD',
  outline = false,
  proportions,
  detailed = false,
  arrows = false,
  label,
  ...tinted
}: ShapeDrawingProps) {
  const drawing = drawingOf(shapeCode, proportions, arrows);
  const scale = scaleOf(shapeCode);
  return (
    <svg
      className={styles['drawing']}
      data-outline={outline}
      viewBox="-50 -50 100 100"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      <g {...(scale !== 1 && { transform: `scale(${scale.toFixed(3)})` })}>
        <path d={drawing.outline} className={styles['outline']} fill={outline ? 'none' : tintOf(tinted)} />
        {detailed && <Light drawing={drawing} />}
        <path
          d={drawing.facets}
          className={detailed ? styles['facets'] : `${styles['facets']} ${styles['fine']}`}
        />
        {detailed && <path d={drawing.outline} className={styles['outline']} fill="none" />}
      </g>
    </svg>
  );
}

function Light({ drawing }: { drawing: ReturnType<typeof drawingOf> }) {
  const clip = useId();
  return (
    <>
      <clipPath id={clip}>
        <path d={drawing.table} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {drawing.pavilionTones.map(({ tone, path }) => (
          <path
            key={tone}
            d={path}
            className={styles[tone > 0 ? 'bright' : 'dark']}
            opacity={Math.abs(tone)}
          />
        ))}
        <path d={drawing.pavilion} className={styles['pavilion']} />
      </g>
      {drawing.crownTones.map(({ tone, path }) => (
        <path key={tone} d={path} className={styles[tone > 0 ? 'bright' : 'dark']} opacity={Math.abs(tone)} />
      ))}
      <path d={drawing.table} className={styles['sheen']} />
    </>
  );
}
