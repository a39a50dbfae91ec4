import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { stockReply } from '#contracts/api/reassortment-stock.ts';
import type { CustomerStoneProperty, UnreadableRow } from '#contracts/reassortment/customer-stone.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { Loaded } from '../components/loaded.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call, codeOf } from '../providers/http-client.ts';
import { Section } from './section.tsx';
import styles from './reassort.module.css';

type UnreadableRowsProps = {
  customerId: number;
  templateId: string;
  /** Of the file whose rows these are. */
  fileHash: string;
  onMended: () => void;
};
/** What was typed, by row and property. */
type Typed = Readonly<Record<number, Partial<Record<CustomerStoneProperty, string>>>>;

/** The rows of the stock that take no part, with the reasons; what is wrong is typed again here (rule: Units and additions). */
export function UnreadableRows({ customerId, templateId, fileHash, onMended }: UnreadableRowsProps) {
  const client = useQueryClient();
  const { busy, act } = useAct();
  const [typed, setTyped] = useState<Typed>({});
  const queryKey = ['reassort', customerId, 'stock', templateId, fileHash];
  const stock = useQuery({
    queryKey,
    queryFn: () => call('/reassortment/getstock', stockReply, { body: { templateId }, customer: customerId }),
  });
  // What was typed for a row that can be read meanwhile has no cell any more, and would be refused.
  const mends = (stock.data?.unreadable ?? []).flatMap(({ row }) => {
    const values = typed[row];
    return values ? [{ row, values }] : [];
  });
  const readAgain = () => client.invalidateQueries({ queryKey: ['reassort', customerId] });
  const send = async (): Promise<string> => {
    const mended = await call('/reassortment/mendstock', stockReply, {
      body: { templateId, fileHash, rows: mends },
      customer: customerId,
    });
    client.setQueryData(queryKey, mended);
    setTyped((now) => withoutSent(now, typed));
    await readAgain();
    onMended();
    const left = mended.unreadable.length;
    return left === 0
      ? 'All rows can be read now.'
      : `${formatNumberOf(left, ['row', 'rows'])} cannot be read yet.`;
  };
  /** What a colleague has uploaded meanwhile takes the place of the rows that were shown. */
  const afterConflict = async (failure: unknown): Promise<false> => {
    if (codeOf(failure) === 'CHANGED_MEANWHILE') await readAgain();
    return false;
  };
  const save = (): Promise<boolean> => act('save', send, afterConflict);
  return (
    <Section
      title="Rows that cannot be read"
      about="They are left out of the plan. Type the correct values and save; the plan is then made again."
      actions={
        <Button look="primary" busy={busy !== null} unready={mends.length === 0} onClick={() => void save()}>
          Save rows
        </Button>
      }
    >
      {mends.length > 0 && <Unsaved />}
      <Loaded query={stock} noun="rows" height={120}>
        {({ unreadable }) => (
          <PlainTable label="Rows that cannot be read" head={['Row', 'Stone', 'Column', 'Reason', 'Value']}>
            {unreadable.flatMap((row) =>
              row.problems.map(({ property, message }) => (
                <tr key={`${row.row} ${property}`}>
                  <th scope="row">{row.row}</th>
                  <td>{row.values.customerStoneId}</td>
                  <td>{property}</td>
                  <td>{message}</td>
                  <td>
                    <input
                      className={styles['cell']}
                      aria-label={`${property}, row ${row.row}`}
                      value={typed[row.row]?.[property] ?? cellText(row, property)}
                      onChange={({ target }) =>
                        setTyped({ ...typed, [row.row]: { ...typed[row.row], [property]: target.value } })
                      }
                    />
                  </td>
                </tr>
              )),
            )}
          </PlainTable>
        )}
      </Loaded>
    </Section>
  );
}

/** What was typed since: the cells that say other things than what was sent. */
const withoutSent = (now: Typed, sent: Typed): Typed =>
  Object.fromEntries(
    Object.entries(now).flatMap(([row, values]) => {
      const since = Object.entries(values).filter(
        ([property, text]) => sent[Number(row)]?.[property as CustomerStoneProperty] !== text,
      );
      return since.length === 0 ? [] : [[row, Object.fromEntries(since)]];
    }),
  );

const cellText = ({ values }: UnreadableRow, property: CustomerStoneProperty): string =>
  values[property] ?? '';
