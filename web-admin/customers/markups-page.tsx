import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetOne, useParams, useRedirect } from 'react-admin';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { z } from 'zod';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import {
  RETAIL_PRODUCT_TYPES,
  retailMarkupRows,
  type RetailMarkupRow,
} from '#contracts/api/customer-edits.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { BackTo } from '../components/back-to.tsx';
import { numberTyped, useField } from '../components/form/fields.tsx';
import { wordsOf } from '../components/form/problems-of.ts';
import { ConflictNotice, type Conflict } from '../components/form/conflict-notice.tsx';
import { RecordForm } from '../components/form/record-form.tsx';
import { formatConstant } from '#web-shared/formats/figures.ts';
import { Page } from '../components/page.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { Loaded } from '../components/loaded.tsx';
import { callVersioned, codeOf } from '../providers/http-client.ts';
import styles from './customers.module.css';

/** A row before its type is picked has neither bounds nor markup (product: Admin forms). */
type Row = Partial<Omit<RetailMarkupRow, 'type'>> & { type: RetailMarkupRow['type'] | null };

const NEW_ROW: Row = {
  type: null,
  minWeight: null,
  maxWeight: null,
  minValue: null,
  maxValue: null,
  productTypes: [...RETAIL_PRODUCT_TYPES],
};

const schema = z.object({ rows: retailMarkupRows });

/** Retail Markups of a customer: the first row that matches a stone is its markup (rule: Retail price). */
export function MarkupsPage() {
  const { id = '' } = useParams();
  const customer = Number(id);
  const { data: record } = useGetOne<CustomerResource>('customers', { id: customer });
  const markups = useQuery({ queryKey: keyOf(customer), queryFn: () => readMarkups(customer) });
  return (
    <Page
      title="Retail Markups"
      above={<BackTo to={`/customers/${id}`} title={record?.name ?? 'Customer'} />}
      summary="The first row that matches a stone's product type and its weight or value is its markup."
    >
      <Loaded query={markups} noun="retail markups" height={160}>
        {(stored) => <Markups key={customer} customer={customer} stored={stored} />}
      </Loaded>
    </Page>
  );
}

const keyOf = (customer: number) => ['markups', customer];
const readMarkups = (customer: number) => callVersioned('/admin/getmarkup', retailMarkupRows, { customer });
type Stored = Awaited<ReturnType<typeof readMarkups>>;
/** `rows`: what was typed, over what somebody else has saved. */
type Met = Conflict & { rows: readonly RetailMarkupRow[] | null };

/** Of two who change the rows the second gets a message; they are read again, and what was typed stays. */
function Markups({ customer, stored }: { customer: number; stored: Stored }) {
  const [typed, setTyped] = useState(false);
  // What is read behind the form is not what was typed over.
  const [read, setRead] = useState(stored);
  const [conflict, setConflict] = useState<Met | null>(null);
  if (!typed && read !== stored) setRead(stored);
  const client = useQueryClient();
  const redirect = useRedirect();
  const { version } = read;
  const save = async (values: object): Promise<void> => {
    const body = schema.parse(values).rows;
    const how = { customer, body, ...(version !== undefined && { version }) };
    try {
      client.setQueryData(keyOf(customer), await callVersioned('/admin/setmarkup', retailMarkupRows, how));
    } catch (failure) {
      if (codeOf(failure) === 'CHANGED_MEANWHILE') {
        const now = await readMarkups(customer);
        const rows = overRows(body, read.rows, now.rows);
        setConflict({ message: messageOf(failure), before: inWords(read), rows });
        client.setQueryData(keyOf(customer), now);
        setRead(now);
      }
      throw failure;
    }
    toastSuccess('Retail markups were saved.');
  };
  const record = inWords(read);
  const names = Object.keys({ ...conflict?.before, ...record });
  return (
    <>
      <ConflictNotice
        conflict={conflict}
        record={record}
        labels={Object.fromEntries(names.map((name) => [name, name]))}
        about={conflict?.rows === null ? REPLACES : undefined}
      />
      <RecordForm
        schema={schema}
        cancel={`/customers/${customer}`}
        defaultValues={{ rows: read.rows }}
        onSave={save}
        onSaved={() => redirect(`/customers/${customer}`)}
        reports={(failure) => codeOf(failure) === 'CHANGED_MEANWHILE'}
        // The call takes the rows themselves.
        renamed={(path) => `rows.${path}`}
      >
        <MarkupRows over={conflict?.rows ?? null} onTyped={() => setTyped(true)} />
      </RecordForm>
    </>
  );
}

const REPLACES = 'There are not as many rows any more, so saving replaces the whole list with yours.';

/**
 * The rows as typed over those that somebody else has saved: row by row what one did not touch is theirs. Null where they
 * are not as many, and which is which cannot be known.
 */
function overRows(
  typed: readonly RetailMarkupRow[],
  before: readonly RetailMarkupRow[],
  now: readonly RetailMarkupRow[],
): readonly RetailMarkupRow[] | null {
  if (typed.length !== before.length || now.length !== before.length) return null;
  return typed.map((row, place) =>
    JSON.stringify(row) === JSON.stringify(before[place]) ? now[place]! : row,
  );
}

/** Each row by its place: 'By weight, 0.5 to 1.25: 45%, Loose'. */
const inWords = ({ rows }: Stored): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ type, minWeight, maxWeight, minValue, maxValue, markup, productTypes }, place) => {
      const [from, to] = type === 'weight' ? [minWeight, maxWeight] : [minValue, maxValue];
      const types = productTypes.map(formatConstant).join(', ');
      return [`Row ${place + 1}`, `By ${type}, ${from ?? 'any'} to ${to ?? 'any'}: ${markup}%, ${types}`];
    }),
  );

type MarkupRowsProps = {
  /** What takes the place of the rows, once. */
  over: readonly Row[] | null;
  onTyped: () => void;
};

function MarkupRows({ over, onTyped }: MarkupRowsProps) {
  const { value, onChange: replace, error } = useField('rows');
  const onChange = (changed: readonly Row[]): void => {
    onTyped();
    replace(changed);
  };
  const put = useEffectEvent(replace);
  useEffect(() => {
    if (over) put(over);
  }, [over]);
  const rows: readonly Row[] = Array.isArray(value) ? (value as Row[]) : [];
  const change = (place: number, changes: Partial<Row>): void =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...changes } : row)));
  const move = (place: number): void => {
    const [row, above] = [rows[place]!, rows[place - 1]!];
    onChange(rows.map((one, at) => (at === place ? above : at === place - 1 ? row : one)));
  };
  return (
    <div className={styles['accounts']}>
      {rows.length === 0 && <p className="nothing">No rows: no retail price is shown.</p>}
      {rows.map((row, place) => (
        <MarkupRow
          key={place}
          row={row}
          place={place}
          problems={messagesAt(error, place)}
          onChange={(changes) => change(place, changes)}
          onUp={() => move(place)}
          onRemove={() => onChange(rows.filter((_, at) => at !== place))}
        />
      ))}
      <div>
        <Button onClick={() => onChange([...rows, NEW_ROW])}>Add row</Button>
      </div>
    </div>
  );
}

type MarkupRowProps = {
  row: Row;
  place: number;
  problems: readonly string[];
  onChange: (changes: Partial<Row>) => void;
  onUp: () => void;
  onRemove: () => void;
};

const NO_BOUNDS = { minWeight: null, maxWeight: null, minValue: null, maxValue: null };

function MarkupRow({ row, place, problems, onChange, onUp, onRemove }: MarkupRowProps) {
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
  const [typed, setTyped] = useState('');
  const means = numberTyped(typed);
  const shown = typed !== '' && means === value ? typed : String(value ?? '');
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
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(numberTyped(target.value) as number | null);
          }}
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
const messagesAt = (error: unknown, place: number): string[] =>
  ROW_FIELDS.map((field) => wordsOf(error, [place, field])).filter((words) => words !== null);
