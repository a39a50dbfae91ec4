import { useState } from 'react';
import { ListContextProvider, useList, useRedirect } from 'react-admin';
import {
  desireReply,
  desireStones,
  openDesireResource,
  type DesireStone,
  type OpenDesireResource,
} from '#contracts/api/desires.ts';
import { instructionReply } from '#contracts/api/stones.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { ShapeText } from '../components/shape-text.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import type { Column } from '../components/record-table/column.tsx';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { Loaded } from '../components/loaded.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { call, codeOf, statusOf } from '../providers/http-client.ts';
import { useGet } from '../providers/use-get.ts';
import styles from './desires.module.css';

type Row = DesireStone & { id: string };

/** Whether what was asked for may have been done all the same (rule: Lost answers). */
const isUnanswered = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return status === 0 || status >= 500;
};

/**
 * The stones that could fill a desire: one that the customer has or has requested is marked as the one; another is
 * requested for the customer first. Both end with the desire closed. The customer's stones that are not as asked come
 * when they are asked for.
 */
export function FillingStones({ desire }: { desire: OpenDesireResource }) {
  const { id, customerId, customerName } = desire;
  const path = `/api/desires/${encodeURIComponent(id)}`;
  const [chosen, setChosen] = useState<Row | null>(null);
  /** The server's words for why the chosen stone is requested with a remark only; null until it refuses it. */
  const [overMaximum, setOverMaximum] = useState<string | null>(null);
  const choose = (stone: Row | null): void => {
    setChosen(stone);
    setOverMaximum(null);
  };
  const redirect = useRedirect();
  const stones = useGet(`${path}/stones`, desireStones);

  /**
   * Whether the desire is open still: the customer may have given it up, or somebody else filled it, since it was read.
   * @throws {HttpError} as `call`, when it is not known
   */
  const isOpen = (): Promise<boolean> =>
    call(path, openDesireResource, { method: 'GET' }).then(
      () => true,
      (error: unknown) => {
        if (statusOf(error) === 404) return false;
        throw error;
      },
    );

  /** Over its maximum a customer gets a stone only with a remark, which is then asked for (rule: Maximum inventory). */
  const request = async (parcelName: string, remarks: string): Promise<void> => {
    const body = { parcelNames: [parcelName], ...(overMaximum !== null && { remarks }) };
    const { declined } = await call('/inventory/request_stones', instructionReply, {
      body,
      customer: customerId,
    });
    if (declined[0]) throw new Error(`${parcelName} could not be requested: ${declined[0].reason}`);
  };

  const fill = async ({ parcelName, standing }: Row, remarks: string): Promise<void> => {
    let requested = false;
    try {
      if (standing === 'AVAILABLE') {
        if (!(await isOpen())) {
          toastFailure(`The desire of ${customerName} is no longer open: nothing was requested.`, 'happier');
          redirect('list', 'desires');
          return;
        }
        await request(parcelName, remarks);
        requested = true;
      }
      await call(`${path}/fulfilment`, desireReply, { body: { parcelName } });
      toastSuccess(`${parcelName} fills the desire of ${customerName}.`);
      redirect('list', 'desires');
    } catch (error) {
      if (codeOf(error) === 'OVER_MAXIMUM') {
        setOverMaximum(messageOf(error));
        return;
      }
      const message = messageOf(error);
      toastFailure(
        requested
          ? `${parcelName} was requested for ${customerName}, but ${isUnanswered(error) ? 'it is not known whether it fills' : 'does not fill'} the desire: ${message}`
          : message,
        'happier',
      );
      choose(null);
      await stones.refetch();
    }
  };
  return (
    <Section title="Stones that could fill it">
      <Loaded query={stones} noun="stones" height={240}>
        {(rows) => <Stones rows={rows} onChoose={choose} />}
      </Loaded>
      {chosen && (
        <ConfirmDialog
          {...(overMaximum !== null && { comment: '', needsComment: true })}
          question={
            chosen.standing === 'HELD'
              ? `Mark the desire as filled by ${chosen.parcelName}?`
              : `Request ${chosen.parcelName} for ${customerName}, and mark the desire as filled by it?`
          }
          onYes={(remarks) => fill(chosen, remarks.trim())}
          onNo={() => choose(null)}
        >
          {overMaximum !== null && <p role="alert">{overMaximum}</p>}
          {!chosen.matches && 'The stone does not match the desire. '}
          The desire is then closed; {customerName} sees it among the closed ones.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Stones({ rows, onChoose }: { rows: readonly DesireStone[]; onChoose: (stone: Row) => void }) {
  const [all, setAll] = useState(false);
  const others = rows.filter(({ matches }) => !matches).length;
  const data = rows.filter(({ matches }) => matches || all).map((row) => ({ ...row, id: row.parcelName }));
  const list = useList<Row>({ data, perPage: MOST_ROWS });
  if (rows.length === 0)
    return (
      <StateMessage heading="0 stones found">
        No available stone matches, and the customer has no stone that could fill it.
      </StateMessage>
    );
  const columns: readonly Column<Row>[] = [
    { source: 'parcelName', label: 'Parcel', cell: ({ parcelName }) => <strong>{parcelName}</strong> },
    { source: 'standing', label: 'Status', cell: (stone) => <Standing stone={stone} /> },
    { source: 'weight', label: 'Weight', as: 'carats' },
    {
      source: 'shapeCode',
      label: 'Shape',
      cell: ({ shapeCode, cut }) => shapeCode && <ShapeText code={shapeCode} cut={cut} />,
    },
    { source: 'colour', label: 'Colour' },
    { source: 'clarity', label: 'Clarity' },
    { source: 'fluorescence', label: 'Flu' },
    { source: 'cut', label: 'Cut' },
    { source: 'polish', label: 'Pol' },
    { source: 'symmetry', label: 'Sym' },
    {
      source: 'lab',
      label: 'Certificate',
      cell: certificateInWords,
    },
    {
      source: 'fill',
      label: 'Fill',
      card: 'whole line',
      cell: (stone) => (
        <Button
          aria-label={`${stone.standing === 'HELD' ? 'Mark filled by' : 'Request and fill with'} ${stone.parcelName}`}
          onClick={() => onChoose(stone)}
        >
          {stone.standing === 'HELD' ? 'Mark filled' : 'Request and fill'}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles['stones']}>
      {data.length === 0 ? (
        <p className="quiet">No available stone matches, and none of the customer’s stones does.</p>
      ) : (
        <ListContextProvider value={list}>
          <RecordTable label="Stones that could fill it" columns={columns} />
        </ListContextProvider>
      )}
      {others > 0 && !all && (
        <Button onClick={() => setAll(true)}>
          {`Show the customer’s ${formatNumberOf(others, ['other stone', 'other stones'])}`}
        </Button>
      )}
    </div>
  );
}

function Standing({ stone: { standing, matches } }: { stone: Row }) {
  if (standing === 'AVAILABLE') return <Chip tone="good">Available</Chip>;
  return (
    <>
      <Chip tone="waiting">With the customer</Chip>
      {!matches && <span className="quiet"> not as asked</span>}
    </>
  );
}
