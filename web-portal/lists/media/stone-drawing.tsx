import type { ComponentProps } from 'react';
import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import type { ListRow } from '../list-row.ts';

type Look = Pick<
  ComponentProps<typeof ShapeDrawing>,
  'outline' | 'proportions' | 'detailed' | 'arrows' | 'label'
>;
export type Drawn = Pick<
  ListRow,
  'shapeCode' | 'colour' | 'fancyColour' | 'fancyIntensity' | 'fancyOvertone'
> &
  Partial<Pick<ListRow, 'piece' | 'virtual' | 'modelType' | 'modelSubType' | 'modelFinish'>>;

/** A row's drawing: what it shows where no picture is there or loads (product: Gallery). */
export function StoneDrawing({ stone, ...look }: Look & { stone: Drawn }) {
  const { shapeCode, colour, fancyColour, fancyIntensity, fancyOvertone, virtual = false } = stone;
  if (stone.piece)
    return (
      <JewelleryDrawing
        type={stone.modelType}
        subType={stone.modelSubType}
        finish={stone.modelFinish}
        {...(look.label !== undefined && { label: look.label })}
      />
    );
  const tinted = { colour, fancyColour, fancyIntensity, fancyOvertone };
  return <ShapeDrawing shapeCode={shapeCode} outline={virtual} {...tinted} {...look} />;
}
