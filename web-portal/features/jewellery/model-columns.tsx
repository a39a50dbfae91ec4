import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import type { ShowPrices } from '#contracts/api/session.ts';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { formatAmount } from '../../lib/format.ts';
import styles from './models.module.css';

/** A model as a row: `ordered` pieces of it are wanted. */
export type ModelRow = JewelleryModel & { ordered: number };
export type ModelColumn = Column<ModelRow>;

const text = (
  id: 'description' | 'type' | 'subType' | 'finish',
  label: string,
  kind: 'text' | 'choice',
  width: number,
): ModelColumn => ({
  id,
  label,
  kind,
  width,
  read: (model) => model[id],
  print: (model) => model[id] ?? '',
});
const figure = (id: 'availableQuantity' | 'backOrdered', label: string, name: string): ModelColumn => ({
  id,
  label,
  name,
  kind: 'number',
  align: 'right',
  width: 74,
  read: (model) => model[id],
  print: (model) => String(model[id] ?? ''),
});

/** The columns of jewellery models (product: Jewellery model). No price where prices are hidden. */
export const modelColumns = (showPrices: ShowPrices): ModelColumn[] => [
  {
    id: 'drawing',
    label: 'Picture',
    kind: 'text',
    symbol: true,
    unfiltered: true,
    unsorted: true,
    width: 38,
    pinned: 'left',
    align: 'center',
    read: () => undefined,
    print: () => '',
    cell: (model) => (
      <span className={styles['thumbnail']}>
        <JewelleryDrawing type={model.type} subType={model.subType} finish={model.finish} />
      </span>
    ),
  },
  {
    id: 'name',
    label: 'Model',
    kind: 'text',
    look: 'strong',
    pinned: 'left',
    width: 96,
    read: (model) => model.name,
    print: (model) => model.name,
  },
  text('description', 'Description', 'text', 260),
  text('type', 'Type', 'choice', 80),
  text('subType', 'Sub-type', 'choice', 96),
  text('finish', 'Finish', 'choice', 96),
  {
    id: 'tier',
    label: 'Tier',
    kind: 'choice',
    width: 80,
    read: (model) => model.tier,
    print: (model) => model.tier ?? '',
    cell: (model) => model.tier && <TierChip tier={model.tier} />,
  },
  figure('backOrdered', 'On order', 'Your back orders'),
  figure('availableQuantity', 'On hand', 'Available on hand'),
  ...(showPrices === 'NONE' ? [] : [total]),
  {
    id: 'ordered',
    label: 'Quantity',
    kind: 'number',
    align: 'center',
    width: 116,
    pinned: 'right',
    unfiltered: true,
    unsorted: true,
    read: (model) => model.ordered,
    print: (model) => String(model.ordered),
    cell: (model) => <Stepper model={model} />,
  },
];

const total: ModelColumn = {
  id: 'total',
  label: 'Total',
  kind: 'number',
  align: 'right',
  look: 'strong',
  width: 88,
  pinned: 'right',
  unit: '$',
  bound: (value) => formatCount(value),
  read: (model) => model.total,
  print: (model) => formatAmount(model.total),
};

/** One less, so many, one more; the presses are heard by the table (`data-action`). It never goes below 0. */
export function Stepper({ model: { name, ordered, availableTotalQty } }: { model: ModelRow }) {
  return (
    <span className={styles['stepper']} data-beyond={ordered > availableTotalQty}>
      <button type="button" data-action="less" aria-label={`One ${name} less`} disabled={ordered === 0}>
        <Icon name="minus" size={14} />
      </button>
      <output aria-label={`${name} ordered`}>{ordered}</output>
      <button type="button" data-action="more" aria-label={`One ${name} more`}>
        <Icon name="plus" size={14} />
      </button>
    </span>
  );
}
