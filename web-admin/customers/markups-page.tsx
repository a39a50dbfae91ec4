import { useQuery } from '@tanstack/react-query';
import { useGetOne, useParams, useRedirect } from 'react-admin';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import {
  RETAIL_PRODUCT_TYPES,
  retailMarkupRows,
  type RetailMarkupRow,
} from '#contracts/api/customer-edits.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { BackTo } from '../components/back-to.tsx';
import { useField } from '../components/form/fields.tsx';
import { ConflictNotice } from '../components/form/conflict-notice.tsx';
import { RecordForm } from '../components/form/record-form.tsx';
import { useSeen } from '../components/form/use-seen.ts';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { Page } from '../components/page.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { Loaded } from '../components/loaded.tsx';
import { callVersioned, codeOf } from '../providers/http-client.ts';
import { MarkupRow, messagesAt, type Row } from './markup-row.tsx';
import styles from './customers.module.css';

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

/** Of two who change the rows the second gets a message; they are read again, and what was typed stays. */
function Markups({ customer, stored }: { customer: number; stored: Stored }) {
  const [typed, setTyped] = useState<readonly Row[] | null>(null);
  /** What was typed, over what somebody else has saved. */
  const [over, setOver] = useState<readonly Row[] | null>(null);
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey: keyOf(customer),
    read: () => readMarkups(customer),
    stored,
    isTyped: typed !== null,
    onConflict: (now, before) => {
      const rows = overRows(typed ?? before.rows, before.rows, now.rows);
      setOver(rows);
      setTyped(rows ?? typed);
    },
  });
  const redirect = useRedirect();
  const { version } = seen;
  const save = async (values: object): Promise<void> => {
    const body = schema.parse(values).rows;
    const how = { customer, body, ...(version !== undefined && { version }) };
    try {
      noteSaved(await callVersioned('/admin/setmarkup', retailMarkupRows, how));
    } catch (failure) {
      await readAgain(failure);
      throw failure;
    }
    toastSuccess('Retail markups were saved.');
  };
  return (
    <>
      <ConflictNotice
        conflict={conflict}
        now={seen}
        fieldsOf={fieldsOf}
        about={over === null ? REPLACES : undefined}
      />
      <RecordForm
        schema={schema}
        cancel={`/customers/${customer}`}
        defaultValues={{ rows: seen.rows }}
        onSave={save}
        onSaved={() => redirect(`/customers/${customer}`)}
        reports={(failure) => codeOf(failure) === 'CHANGED_MEANWHILE'}
        // The call takes the rows themselves.
        renamed={(path) => `rows.${path}`}
      >
        <MarkupRows over={over} onTyped={setTyped} />
      </RecordForm>
    </>
  );
}

const REPLACES = 'The number of rows has changed, so saving replaces the whole list with yours.';

/**
 * The rows as typed over those that somebody else has saved: row by row what one did not touch is theirs. Null where they
 * are not as many, and which is which cannot be known.
 */
function overRows(
  typed: readonly Row[],
  before: readonly RetailMarkupRow[],
  now: readonly RetailMarkupRow[],
): readonly Row[] | null {
  if (typed.length !== before.length || now.length !== before.length) return null;
  return typed.map((row, place) =>
    JSON.stringify(row) === JSON.stringify(before[place]) ? now[place]! : row,
  );
}

/** Each row by its place: 'By weight, 0.5 to 1.25: 45%, Loose'. */
const fieldsOf = ({ rows }: Stored): Record<string, string> =>
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
  onTyped: (rows: readonly Row[]) => void;
};

function MarkupRows({ over, onTyped }: MarkupRowsProps) {
  const { value, onChange: replace, error } = useField('rows');
  const onChange = (changed: readonly Row[]): void => {
    onTyped(changed);
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
