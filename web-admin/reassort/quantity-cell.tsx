import { memo } from 'react';
import { understood } from '#web-shared/formats/understood.ts';
import {
  faultOf,
  keyOfBin,
  QUANTITIES,
  readQuantity,
  textOf,
  type QuantityField,
  type Typed,
  type TypedBin,
} from './typed-quantities.ts';
import styles from './reassort.module.css';

/** Bins of which quantities can be typed: which, and what was typed so far. */
export type QuantityEdit = {
  fields: readonly QuantityField[];
  typed: Typed;
  onType: (bin: TypedBin, field: QuantityField, text: string) => void;
};

type QuantityCellProps = Pick<QuantityEdit, 'fields' | 'onType'> & {
  bin: TypedBin;
  cells: ReturnType<Typed['get']>;
};

/** A bin's quantities, each in a field. Only the one that is typed in is drawn again. */
export const QuantityCell = memo(function QuantityCell({ bin, cells, fields, onType }: QuantityCellProps) {
  return (
    <div className={styles['quantities']} role="group" aria-label={`${bin.binSpec}, ${bin.storeName}`}>
      {fields.map((field) => {
        const text = textOf(bin, cells, field);
        const fault = faultOf(field, text);
        const note = fault ?? understood(text);
        return (
          <label key={field}>
            <span>{QUANTITIES[field]}</span>
            <input
              value={text}
              inputMode={field === 'targetValue' ? 'decimal' : 'numeric'}
              data-wide={field === 'targetValue'}
              data-changed={cells?.[field] !== undefined && readQuantity(field, text) !== bin[field]}
              aria-label={`${QUANTITIES[field]} of ${bin.binSpec}, ${bin.storeName}`}
              aria-invalid={fault !== null}
              title={note ?? undefined}
              onChange={({ target }) => onType(bin, field, target.value)}
            />
            {fault === null && note !== null && <small>{note}</small>}
          </label>
        );
      })}
    </div>
  );
});

/** What was typed, with one cell more. */
export const withTyped = (typed: Typed, bin: TypedBin, field: QuantityField, text: string): Typed =>
  new Map([...typed, [keyOfBin(bin), { ...typed.get(keyOfBin(bin)), [field]: text }]]);
