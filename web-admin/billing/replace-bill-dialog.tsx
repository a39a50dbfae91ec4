import { useQuery } from '@tanstack/react-query';
import type { createOneRequest } from '#contracts/api/bill-replacements.ts';
import {
  issuedBillSchema,
  previewedBillSchema,
  type BillResource,
  type WireBill,
  type WirePreviewedBill,
} from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import type { z } from 'zod';
import { Button } from '#web-shared/components/button/button.tsx';
import { DialogFrame } from '#web-shared/components/overlay/dialog-frame.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import { call } from '../providers/http-client.ts';
import { TextLink } from '../components/text-link.tsx';
import { WIDTH } from './generate-all-dialog.tsx';

type ReplaceBillProps = {
  bill: BillResource;
  customerName: string;
  /** Why what was shown before did not replace it: it becomes another by now. */
  refused?: string | undefined;
  onClose: () => void;
  /** Downloads the bill that stands, and replaces nothing; one that is unchanged is asked for again. */
  onKeep: (isUnchanged: boolean) => void;
  /** Makes the bill again; what is shown is replaced. */
  onReplace: (shown: ShownReplacement) => void;
};

/** The version that is replaced, and what it was shown to become. */
export type ShownReplacement = Required<Pick<z.infer<typeof createOneRequest>, 'replaces' | 'willBe'>>;

/** The bill that stands beside what it would become, before it is replaced (rule: Replacing a bill). */
export function ReplaceBillDialog({
  bill,
  customerName,
  refused,
  onClose,
  onKeep,
  onReplace,
}: ReplaceBillProps) {
  const { customerId, month, version } = bill;
  const { data, error } = useQuery({
    queryKey: ['replacing', bill.id],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ customerId: String(customerId), month });
      const get = { method: 'GET', signal } as const;
      const [standing, next] = await Promise.all([
        call(`/api/bills/${encodeURIComponent(bill.id)}`, issuedBillSchema, get),
        call(`/api/bills/preview?${query.toString()}`, previewedBillSchema, get),
      ]);
      return { standing, next, rows: changedLines(standing, next) };
    },
  });
  return (
    <DialogFrame
      title={`${monthName(month)} is billed to ${customerName}`}
      width={WIDTH}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {data && isKept(data.next) ? (
            <Button look="primary" onClick={() => onKeep(data.next.unchanged)}>
              Download it
            </Button>
          ) : (
            <Button
              look="primary"
              onClick={() => data && onReplace({ replaces: version, willBe: shownOf(data.next) })}
              disabled={!data}
            >
              Replace version {version}
            </Button>
          )}
        </>
      }
    >
      {refused !== undefined && <p role="alert">{refused}</p>}
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <p role="status">Working out what it would become…</p>}
      {data && (
        <>
          <p>{whatBecomesOf(data.next, data.rows)}</p>
          {data.next.closedBy !== null && !data.next.unchanged && (
            <TextLink to={`/bills/${bill.id}/show`}>The bill with the difference</TextLink>
          )}
          <PlainTable label="Old and new bill" head={['Line', `Version ${version}`, 'New']} figures>
            {data.rows.map(({ key, name, was, is }) => (
              <Row key={key} name={name} was={amount(was)} is={amount(is)} />
            ))}
            <Row name="Total" was={formatPrice(data.standing.total)} is={formatPrice(data.next.total)} />
            <Row name="Due" was={data.standing.dueDate} is={data.next.dueDate} />
          </PlainTable>
        </>
      )}
    </DialogFrame>
  );
}

const shownOf = ({ total, dueDate }: WireBill): ShownReplacement['willBe'] => ({ total, dueDate });

/** An unchanged bill, and one of a month that a later bill has closed, is not replaced. */
const isKept = ({ unchanged, closedBy }: WirePreviewedBill): boolean => unchanged || closedBy !== null;

const STAY = 'Agreed overrides and the due date stay.';

function whatBecomesOf({ month, unchanged, closedBy }: WirePreviewedBill, rows: readonly Changed[]): string {
  if (closedBy !== null && !unchanged)
    return `${monthName(month)} is closed: ${monthName(closedBy)} is billed. The bill stays as it is; what has changed since is settled on a later bill, as an adjustment.`;
  if (unchanged) return 'Nothing has changed: the bill stays as it is.';
  if (rows.length > 0) return `${STAY} Lines that are not listed stay as they are.`;
  return `The amounts are the same; days, events or vendors’ parts differ. ${STAY}`;
}

const amount = (value: number | undefined): string => (value === undefined ? 'none' : formatPrice(value));

type Changed = { key: string; name: string; was: number | undefined; is: number | undefined };

/** The lines whose amount is another, in the order of the new bill, those that are gone at the end. */
function changedLines(standing: WireBill, next: WireBill): Changed[] {
  const was = new Map(standing.lines.map((line) => [line.key, line]));
  const is = new Map(next.lines.map((line) => [line.key, line]));
  return [...new Map([...is, ...was])]
    .map(([key, { kind, parcelName }]) => ({
      key,
      name: parcelName === null ? lineKindName(kind) : `${lineKindName(kind)} ${parcelName}`,
      was: was.get(key)?.amount,
      is: is.get(key)?.amount,
    }))
    .filter((row) => row.was !== row.is && (row.was ?? 0) !== (row.is ?? 0));
}

function Row({ name, was, is }: { name: string; was: string; is: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{was}</td>
      <td>{is}</td>
    </tr>
  );
}
