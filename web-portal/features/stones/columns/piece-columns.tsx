import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import type { ListRow } from '../../../lists/list-row.ts';
import { identity } from './grading-columns.tsx';
import { video } from './mark-columns.tsx';
import type { ListColumn } from './list-column.ts';

type Fact = 'model' | 'modelDescription' | 'modelType' | 'modelSubType' | 'modelFinish';
const fact = (
  id: Fact,
  label: string,
  kind: 'text' | 'choice',
  place: number,
  exportWidth: number,
  more: Partial<ListColumn> = {},
): ListColumn => ({
  id,
  label,
  kind,
  read: (piece: ListRow) => piece[id],
  print: (piece: ListRow) => piece[id] ?? '',
  exported: { place, width: exportWidth },
  ...more,
});

/**
 * The columns of jewellery pieces; `state` stands after the names (product: Stone lists; product: Jewellery
 * piece).
 */
export const pieceColumns = (state: readonly ListColumn[]): ListColumn[] => [
  {
    id: 'parcelName',
    label: 'Parcel Name',
    kind: 'text',
    look: 'strong',
    pinned: 'left',
    read: (piece) => piece.parcelName,
    print: (piece) => piece.parcelName,
    exported: { place: 1, width: 20 },
  },
  ...state,
  video,
  fact('model', 'Model', 'text', 22, 14),
  fact('modelDescription', 'Description', 'text', 23, 44, { unsorted: true, widest: 320 }),
  fact('modelType', 'Type', 'choice', 24, 14, { picture: (type) => <JewelleryDrawing type={type} /> }),
  fact('modelSubType', 'Sub-type', 'choice', 25, 16),
  fact('modelFinish', 'Finish', 'choice', 26, 14),
  ...identity,
];
