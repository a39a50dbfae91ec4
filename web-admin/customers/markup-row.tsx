import { useId } from 'react';
import { RETAIL_PRODUCT_TYPES, type RetailMarkupRow } from '#contracts/api/customer-edits.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { useTypedNumber } from '../components/form/fields.tsx';
import { wordsOf } from '../components/form/problems-of.ts';
import styles from './customers.module.css';

/** A row before its type is picked has neither bounds nor markup (product: Admin forms). */
export type Row = Partial<Omit<RetailMarkupRow, 'type'>> & { type: RetailMarkupRow['type'] | null };

type MarkupRowProps = {
  row: Row;
  place: number;
  problems: readonly string[];
  onChange: (changes: Partial<Row>) => void;
  onUp: () => void;
  onRemove: () => void;
};

const NO_BOUNDS = { minWeight: null, maxWeight: null, minValue: null, maxValue: null };

/** One row of a customer's retail markups, with what is wrong with it (product: Admin forms). */
export function MarkupRow({ row, place, problems, onChange, onUp, onRemove }: MarkupRowProps) {
  const { type, productTypes = [] } = row;
  const bounds =
    type === 'weight'
      ? ([
          ['minWeight', 'From (ct)'],
          ['maxWeight', 'To (ct)'],
        ] as const)
      : ([
          ['minValue', 'From ($)'],
          ['maxValue', 'To ($)'],
        ] as const);
  return (
    <div className={`${styles['account']} ${styles['markup']}`} role="group" aria-label={`Row ${place + 1}`}>
      <label className={styles['labelled']}>
        Type
        <select
          value={type ?? ''}
          onChange={({ target }) =>
            // The other pair is unused: null.
            onChange({ ...NO_BOUNDS, type: target.value === 'weight' ? 'weight' : 'value' })
          }
        >
          <option value="" disabled>
            Choose…
          </option>
          <option value="value">By value</option>
          <option value="weight">By weight</option>
        </select>
      </label>
      {type !== null && (
        <>
          {bounds.map(([field, label]) => (
            <Bound
              key={field}
              label={label}
              value={row[field]}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
          <Bound
            label="Markup (%)"
            value={row.markup}
            onChange={(markup) => onChange({ markup: markup as number })}
          />
        </>
      )}
      <span className={styles['types']} role="group" aria-label="Product types">
        {RETAIL_PRODUCT_TYPES.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={productTypes.includes(one)}
              onChange={({ target }) =>
                onChange({
                  productTypes: RETAIL_PRODUCT_TYPES.filter((other) =>
                    other === one ? target.checked : productTypes.includes(other),
                  ),
                })
              }
            />
            {formatConstant(one)}
          </label>
        ))}
      </span>
      {place > 0 && (
        <Button onClick={onUp} aria-label={`Move row ${place + 1} up`}>
          Up
        </Button>
      )}
      <Button onClick={onRemove} aria-label={`Remove row ${place + 1}`}>
        Remove
      </Button>
      {problems.map((problem) => (
        <p key={problem} className={styles['problem']} role="alert">
          {problem}
        </p>
      ))}
    </div>
  );
}

type BoundProps = {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
};

function Bound({ label, value, onChange }: BoundProps) {
  // What is no number stays, and is refused.
  const { shown, type } = useTypedNumber(value, (typed) => onChange(typed as number | null));
  const note = understood(shown);
  const id = useId();
  return (
    <div className={styles['labelled']}>
      <label className={styles['labelled']}>
        {label}
        <input
          aria-describedby={id}
          inputMode="decimal"
          value={shown}
          onChange={({ target }) => type(target.value)}
          aria-invalid={note === NO_NUMBER ? true : undefined}
        />
      </label>
      <span id={id}>{note}</span>
    </div>
  );
}

const ROW_FIELDS = [
  'type',
  'minWeight',
  'maxWeight',
  'minValue',
  'maxValue',
  'productTypes',
  'markup',
] as const;

/** What is wrong with a row, whatever its field. */
export const messagesAt = (error: unknown, place: number): string[] =>
  ROW_FIELDS.map((field) => wordsOf(error, [place, field])).filter((words) => words !== null);
