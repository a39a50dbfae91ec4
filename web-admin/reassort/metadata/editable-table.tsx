import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanAccess } from 'react-admin';
import type { z } from 'zod';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { ConflictNotice } from '../../components/form/conflict-notice.tsx';
import { useSeen } from '../../components/form/use-seen.ts';
import { Loaded } from '../../components/loaded.tsx';
import { ConfirmedButton } from '../../components/confirmed-button.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { useAct } from '../../components/use-act.ts';
import { callVersioned } from '../../providers/http-client.ts';
import { Section } from '../section.tsx';
import styles from '../reassort.module.css';
import {
  emptyRow,
  hasTyped,
  rowTexts,
  notThere,
  overTheirs,
  wholeRows,
  withPasted,
  type Cells,
} from './editable-rows.ts';

type EditableColumn = { field: string; label: string; choices?: readonly string[] };

export type EditableTableProps = {
  title: string;
  /** What it is, in a line. */
  about: string;
  customerId: number;
  /** The calls that read, set and clear it whole; what cannot be cleared is set to nothing. */
  calls: { get: string; set: string; clear?: string };
  reply: z.ZodType<Cells[]>;
  columns: readonly EditableColumn[];
  /** The message once it is saved (product: Success toasts). */
  saved: string;
  /** Rows that were found in a file and are not there yet; they stand first. */
  found?: readonly Cells[];
};

/** A table of a customer's words, saved whole; cells can be pasted from a spreadsheet. Reps read it. */
export function EditableTable(props: EditableTableProps) {
  const { title, customerId, calls, reply } = props;
  const queryKey = ['reassort', customerId, calls.get];
  const read = (): Promise<Stored> => callVersioned(calls.get, reply, { customer: customerId });
  const table = useQuery({ queryKey, queryFn: read });
  return (
    <Loaded query={table} noun={title.toLowerCase()} height={120}>
      {(stored) => <Rows {...props} queryKey={queryKey} read={read} stored={stored} />}
    </Loaded>
  );
}

type Stored = { rows: Cells[]; version?: string };
type RowsProps = EditableTableProps & {
  queryKey: readonly unknown[];
  read: () => Promise<Stored>;
  stored: Stored;
};

function Rows(props: RowsProps) {
  const {
    title,
    about,
    customerId,
    calls,
    reply,
    columns,
    saved,
    queryKey,
    read,
    stored,
    found = [],
  } = props;
  const fields = columns.map(({ field }) => field);
  /** What was only found in a file, and is not among the stored rows, comes before them. */
  const withFound = (all: readonly Cells[]): Cells[] => [...notThere(found, all, fields), ...all];
  const [initial, setInitial] = useState(() => withFound(stored.rows));
  const [rows, setRows] = useState(initial);
  const isTyped = hasTyped(rows, initial, fields);
  const follow = (now: Stored): void => {
    setInitial(withFound(now.rows));
    setRows((mine) => overTheirs(mine, initial, withFound(now.rows), fields));
  };
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey,
    read,
    stored,
    isTyped,
    onConflict: follow,
  });
  const given = withFound(seen.rows);
  // What was only found in a file is found again by it; what was typed would be lost.
  const isChanged = isTyped || given.length > seen.rows.length;
  if (JSON.stringify(given) !== JSON.stringify(initial)) {
    // Read or found again: what was typed stays, and what is new comes before it.
    setInitial(given);
    setRows(isTyped ? [...notThere(given, [...initial, ...rows], fields), ...rows] : given);
  }
  const { canAccess = false } = useCanAccess({ resource: 'reassort', action: 'edit' });
  const { busy, act } = useAct();
  const set = (at: number, field: string, text: string): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, [field]: text } : row)));
  const { version } = seen;
  const how = { customer: customerId, ...(version !== undefined && { version }) };
  const save = (): Promise<boolean> =>
    act(
      'save',
      async () => {
        const body = wholeRows(rows, fields);
        const now = await callVersioned(calls.set, reply, { body, ...how });
        const asSaved = withFound(now.rows);
        // Rows that lack a cell were not saved, and stay.
        const halves = rows.filter((row) => !body.includes(row) && hasTyped([row], [], fields));
        setInitial(asSaved);
        setRows(insteadOf(rows, [...asSaved, ...notThere(halves, asSaved, fields)]));
        noteSaved(now);
        return saved;
      },
      readAgain,
    );
  const { clear } = calls;
  return (
    <Section
      title={title}
      about={about}
      actions={
        canAccess && (
          <>
            {clear !== undefined && seen.rows.length > 0 && (
              <ConfirmedButton
                label="Clear"
                name={`Clear ${title.toLowerCase()}`}
                question={`Clear ${title.toLowerCase()}?`}
                done={`${title} cleared`}
                act={async () => {
                  try {
                    const cleared = await callVersioned(clear, reply, how);
                    follow(cleared);
                    noteSaved(cleared);
                  } catch (failure) {
                    // While something is typed, the page alone would go on asking for what it saw first.
                    await readAgain(failure);
                    throw failure;
                  }
                }}
              />
            )}
            <Button onClick={() => setRows([...rows, emptyRow(fields)])}>Add row</Button>
            <Button
              look={isChanged ? 'primary' : 'outlined'}
              busy={busy !== null}
              onClick={() => void save()}
              aria-label={`Save ${title.toLowerCase()}`}
            >
              Save
            </Button>
          </>
        )
      }
    >
      {isTyped && canAccess && <Unsaved />}
      <ConflictNotice conflict={conflict} now={seen} fieldsOf={(table) => rowTexts(table.rows, fields)} />
      {rows.length === 0 ? (
        <p>Nothing yet. {canAccess && 'Add a row, and paste cells from a spreadsheet into it.'}</p>
      ) : (
        <PlainTable
          label={title}
          head={[...columns.map(({ label }) => label), ...(canAccess ? ['Remove'] : [])]}
        >
          {rows.map((row, at) => (
            // Rows have no name of their own until they are saved.
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.field}>
                  {canAccess ? (
                    <EditableCell
                      column={column}
                      label={`${column.label}, row ${at + 1}`}
                      value={row[column.field] ?? ''}
                      onChange={(text) => set(at, column.field, text)}
                      onPaste={(text) =>
                        setRows(withPasted(rows, fields, { row: at, field: column.field }, text))
                      }
                    />
                  ) : (
                    row[column.field]
                  )}
                </td>
              ))}
              {canAccess && (
                <td>
                  <IconButton
                    icon="close"
                    label={`Remove row ${at + 1}`}
                    onClick={() => setRows(rows.filter((_, index) => index !== at))}
                  />
                </td>
              )}
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

type CellProps = {
  column: EditableColumn;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Several cells of a spreadsheet. */
  onPaste: (text: string) => void;
};

function EditableCell({ column: { choices }, label, value, onChange, onPaste }: CellProps) {
  const common = { className: styles['cell'], 'aria-label': label, value, 'data-missing': value === '' };
  if (choices)
    return (
      <select {...common} onChange={({ target }) => onChange(target.value)}>
        <option value="">Not mapped</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <input
      {...common}
      onChange={({ target }) => onChange(target.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (!/[\t\n]/.test(text)) return;
        event.preventDefault();
        onPaste(text);
      }}
    />
  );
}
