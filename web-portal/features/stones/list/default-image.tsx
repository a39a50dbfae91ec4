import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import type { ListRow } from '../../../lists/list-row.ts';

/** Shown for a row whose picture is missing or does not load: its drawing (product: Gallery). */
export function DefaultImage({ row }: { row: ListRow }) {
  if (row.piece)
    return <JewelleryDrawing type={row.modelType} subType={row.modelSubType} finish={row.modelFinish} />;
  return (
    <ShapeDrawing
      shapeCode={row.shapeCode}
      colour={row.colour}
      fancyColour={row.fancyColour}
      fancyIntensity={row.fancyIntensity}
      fancyOvertone={row.fancyOvertone}
      outline={row.virtual}
    />
  );
}
