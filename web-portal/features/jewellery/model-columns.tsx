import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { MOST_PIECES } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { pictureColumn, type Column, type Exported } from '../../components/data-table/column.ts';
import { createContext, use, useState } from 'react';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { formatPriceOrBlank } from '../../lib/format.ts';
import { typedQuantity } from './order.ts';
import styles from './models.module.css';

/** A model as a row: `ordered` pieces of it are wanted. */
export type ModelRow = JewelleryModel & { ordered: number };
export type ModelColumn = Column<ModelRow>;

const text = (
  id: 'description' | 'type' | 'subType' | 'finish',
  label: string,
  kind: 'text' | 'choice',
  exported: Exported<ModelRow>,
  picture?: ModelColumn['picture'],
): ModelColumn => ({
  id,
  label,
  kind,
  widest: 320,
  read: (model) => model[id],
  print: (model) => model[id] ?? '',
  exported,
  ...(picture && { picture }),
});
const figure = (
  id: 'availableQuantity' | 'backOrdered',
  label: string,
  name: string,
  place: number,
): ModelColumn => ({
  id,
  label,
  name,
  kind: 'number',
  align: 'right',
  read: (model) => model[id],
  print: (model) => String(model[id] ?? ''),
  exported: { place, width: 11, format: '0' },
});

/** The columns of jewellery models (product: Jewellery model). No price where prices are hidden. */
export const modelColumns = (showPrices: ShowPrices): ModelColumn[] => [
  pictureColumn(38, (model) => (
    <span className={styles['thumbnail']}>
      <JewelleryDrawing type={model.type} subType={model.subType} finish={model.finish} />
    </span>
  )),
  {
    id: 'name',
    label: 'Model',
    kind: 'text',
    look: 'strong',
    pinned: 'left',
    read: (model) => model.name,
    print: (model) => model.name,
    exported: { place: 1, width: 16 },
  },
  text('description', 'Description', 'text', { place: 2, width: 44 }),
  text('type', 'Type', 'choice', { place: 3, width: 14 }, (type) => <JewelleryDrawing type={type} />),
  text('subType', 'Sub-type', 'choice', { place: 4, width: 16 }),
  text('finish', 'Finish', 'choice', { place: 5, width: 14 }),
  {
    id: 'tier',
    label: 'Tier',
    kind: 'choice',
    read: (model) => model.tier,
    print: (model) => model.tier ?? '',
    cell: (model) => model.tier && <TierChip tier={model.tier} />,
    exported: { place: 6, width: 13 },
  },
  figure('backOrdered', 'On order', 'Your back orders', 9),
  figure('availableQuantity', 'On hand', 'Available on hand', 8),
  ...(showPrices === 'NONE' ? [] : [total]),
  {
    id: 'ordered',
    label: 'Quantity',
    kind: 'number',
    align: 'center',
    width: 110,
    pinned: 'right',
    unfiltered: true,
    unsorted: true,
    read: (model) => model.ordered,
    print: (model) => String(model.ordered),
    exported: { place: 10, width: 10, format: '0' },
    cell: (model) => <Stepper model={model} />,
  },
];

const total: ModelColumn = {
  id: 'total',
  label: 'Total',
  kind: 'number',
  align: 'right',
  look: 'strong',
  pinned: 'right',
  unit: '$',
  bound: (value) => formatCount(value),
  read: (model) => model.total,
  print: (model) => formatPriceOrBlank(model.total),
  exported: { place: 7, label: 'Price', width: 14, format: '#,##0.00' },
};

/** Hears what is typed as a model's quantity. */
export const TypedQuantity = createContext<(model: string, quantity: number) => void>(() => undefined);

/**
 * One less, so many, one more, or a number typed, which Esc takes back; the presses are heard by the table
 * (`data-action`).
 */
export function Stepper({ model: { name, ordered, availableTotalQty } }: { model: ModelRow }) {
  const onTyped = use(TypedQuantity);
  // What is typed stays as typed ('1.', '-'): put right at every key, '1.5' would become 15.
  const [typing, setTyping] = useState<{ text: string; former: number } | null>(null);
  const asTyped = typing !== null && typedQuantity(typing.text, typing.former) === ordered;
  return (
    <span className={styles['stepper']} data-beyond={ordered > availableTotalQty}>
      <button type="button" data-action="less" aria-label={`One ${name} less`} disabled={ordered === 0}>
        <Icon name="minus" size={14} />
      </button>
      <input
        type="text"
        inputMode="numeric"
        aria-label={`${name} ordered`}
        value={asTyped ? typing.text : ordered}
        onFocus={({ target }) => target.select()}
        onChange={({ target: { value } }) => {
          const former = typing?.former ?? ordered;
          setTyping({ text: value, former });
          onTyped(name, typedQuantity(value, former));
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || typing === null) return;
          setTyping(null);
          onTyped(name, typing.former);
        }}
        onBlur={() => setTyping(null)}
      />
      <button
        type="button"
        data-action="more"
        aria-label={`One ${name} more`}
        disabled={ordered >= MOST_PIECES}
      >
        <Icon name="plus" size={14} />
      </button>
    </span>
  );
}
