import { useEffect, useState, type ReactNode } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, INTENT_LABELS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import { useSession } from '../../../lib/session.ts';
import { DONE } from '../../../lists/api/give-across.ts';
import { useUpdateDesires } from '../../../lists/api/update-desires.ts';
import { useChangeCart } from '../../../lists/api/change-cart.ts';
import { useGiveInstruction } from '../api/give-instruction.ts';
import { listId, type ListKind } from '../../../lists/list-kinds.ts';
import { desireKey } from '../../../lists/desire-row.ts';
import { desiresAmong, parcelsAmong, type ListRow } from '../../../lists/list-row.ts';
import { tooManyOf } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { AskForIntent } from '../../../lists/ask-for-intent.tsx';
import { commentDrafts } from '../../../lists/comment-drafts.ts';
import { SIMILAR_STONES_COUNTED } from '../../../lists/stone-facts.ts';
import styles from '../../../lists/list-page/list-page.module.css';

type ListAction = {
  label: string;
  primary: boolean;
  disabled: boolean;
  reason: string | null;
  run: () => void;
};

export type StoneListActions = {
  buttons: readonly ListAction[];
  /** A press on a row's cart button. */
  toggleCart: (row: ListRow) => void;
  dialog: ReactNode;
  selectedCount: number;
};

const namesOf = (rows: readonly ListRow[]): string[] =>
  parcelsAmong(rows).map(({ parcelName }) => parcelName);
const desireIdsOf = (rows: readonly ListRow[]): string[] =>
  desiresAmong(rows).flatMap(({ desireId }) => desireId ?? []);
const keysOf = (rows: readonly ListRow[]): string[] => rows.map(({ parcelName }) => parcelName);

/** The rows as the list has them now; those that have left it as they were. */
const currentOf = (rows: readonly ListRow[], { index, keyOf }: DataTable<ListRow>): ListRow[] =>
  rows.map((row) => index.rows[index.placeOf(keyOf(row)) ?? -1] ?? row);

/**
 * The actions that a list offers for its selection (product: Stone lists); nothing while nothing is selected
 * (product: Filters and selection).
 */
export function useListActions(kind: ListKind, line: Line, table: DataTable<ListRow>): StoneListActions {
  const { actionsClosed, user } = useSession();
  const drafts = commentDrafts(user);
  const draftOf = (action: Intent): string => `${listId(kind, line)}:${action}`;
  const { addToCart, removeFromCart } = useChangeCart(line);
  const { updateDesires } = useUpdateDesires();
  const [asked, setAsking] = useState<{ action: Intent; rows: readonly ListRow[] } | null>(null);
  const give = useInstruction(line);
  const { selected } = table;
  const asking = asked && { ...asked, rows: currentOf(asked.rows, table) };

  const tooMany = tooManyOf({
    parcels: parcelsAmong(selected).length,
    desires: desiresAmong(selected).length,
  });
  const reason = actionsClosed ?? tooMany;
  const button = (label: string, primary: boolean, allowed: boolean, run: () => void): ListAction => ({
    label,
    primary,
    disabled: selected.length === 0 || !allowed || reason !== null,
    reason,
    run,
  });
  // Rows that were taken out of the list stand in it again a moment after the refusal.
  const selectAgain = (rows: readonly ListRow[]) => () => setTimeout(() => table.select(keysOf(rows), true));
  const ask = (action: Intent) => () => setAsking({ action, rows: selected });
  const everyAllows = (action: Intent): boolean =>
    selected.every((row) => actionsOf(row.status).includes(action));
  /** Answers whether something was done that the comment is on: one begun on stones outlives a request that is given up without one. */
  const finish = async (action: Intent, rows: readonly ListRow[], remarks: string): Promise<boolean> => {
    const leave = (done: readonly ListRow[]): void => {
      const keys = keysOf(done);
      table.select(keys, false);
      setAsking((now) => now && { ...now, rows: now.rows.filter((row) => !keys.includes(row.parcelName)) });
    };
    const done = await give(action, rows, remarks, (stones) => {
      leave(stones);
      // The comment went with them.
      if (stones.length > 0) drafts.write(draftOf(action), '');
    });
    leave(done);
    if (done.length > 0) setAsking(null);
    return (action === 'REQUEST' ? done : parcelsAmong(done)).length > 0;
  };

  const buttons: Readonly<Record<ListKind, () => ListAction[]>> = {
    available: () => [
      button(
        'Add to cart',
        true,
        selected.some((row) => !row.inCart),
        () => {
          addToCart(namesOf(selected.filter((row) => !row.inCart)), selectAgain(selected));
          table.select(keysOf(selected), false);
        },
      ),
    ],
    customer: () => [
      button(INTENT_LABELS.RETURN, false, everyAllows('RETURN'), ask('RETURN')),
      // A desire cannot be sold (product: Actions by status).
      button(
        INTENT_LABELS.SOLD,
        true,
        everyAllows('SOLD') && desiresAmong(selected).length === 0,
        ask('SOLD'),
      ),
    ],
    cart: () => [
      button('Remove', false, true, () => {
        const stones = parcelsAmong(selected);
        const desires = selected.filter(({ virtual }) => virtual);
        if (stones.length > 0) removeFromCart(namesOf(stones), selectAgain(stones));
        updateDesires(desireIdsOf(desires), 'CANCELLED').catch(selectAgain(desires));
        table.select(keysOf(selected), false);
      }),
      button(INTENT_LABELS.REQUEST, true, true, ask('REQUEST')),
    ],
    past: () => [],
  };

  return {
    buttons: buttons[kind](),
    selectedCount: selected.length,
    toggleCart: (row) => {
      if (row.inCart) removeFromCart([row.parcelName]);
      else addToCart([row.parcelName]);
    },
    dialog: asking && (
      <AskForIntent
        action={asking.action}
        draft={draftOf(asking.action)}
        stones={asking.rows}
        onClose={() => setAsking(null)}
        onGive={(keys, remarks) =>
          finish(
            asking.action,
            asking.rows.filter(({ parcelName }) => keys.includes(parcelName)),
            remarks,
          )
        }
      />
    ),
  };
}

/**
 * Gives an instruction for rows of which some may be desires: requested, they go with the stones in one call;
 * returned, they are closed by a call of their own (product: Actions by status), before which `onGiven` hears of the
 * stones: they are not given again when that call fails. Resolves with the rows of which it was done.
 */
function useInstruction(line: Line) {
  const { give } = useGiveInstruction(line);
  const { updateDesires } = useUpdateDesires();
  return async (
    action: Intent,
    rows: readonly ListRow[],
    remarks: string,
    onGiven: (stones: readonly ListRow[]) => void,
  ): Promise<readonly ListRow[]> => {
    const parcelNames = namesOf(rows);
    const desireIds = desireIdsOf(rows);
    const among = (names: readonly string[], ids: readonly string[]): ListRow[] => {
      const keys = new Set([...names, ...ids.map(desireKey)]);
      return rows.filter(({ parcelName }) => keys.has(parcelName));
    };
    if (action === 'REQUEST') {
      const { done, desires } = await give({ action, parcelNames, desireIds, remarks });
      return among(done, desires);
    }
    const { done } = parcelNames.length > 0 ? await give({ action, parcelNames, remarks }) : { done: [] };
    if (desireIds.length === 0) return among(done, []);
    onGiven(among(done, []));
    const closed = await updateDesires(desireIds, 'CLOSED');
    if (closed.length > 0)
      toastSuccess(`${DONE[action]}: ${formatNumberOf(closed.length, SIMILAR_STONES_COUNTED)}`);
    return among(done, closed);
  };
}

/** The buttons for a list's selection; at the foot of small screens. */
export function ListActions({ kind, actions }: { kind: ListKind; actions: StoneListActions }) {
  const idle = actions.selectedCount === 0;
  // On small screens the bar comes over the row that was selected by a key.
  useEffect(() => {
    if (!idle) document.querySelector(':focus-visible')?.scrollIntoView?.({ block: 'nearest' });
  }, [idle]);
  if (actions.buttons.length === 0) return null;
  return (
    <div className={styles['actions']} role="group" aria-label="Actions" data-kind={kind} data-idle={idle}>
      {actions.buttons.map(({ label, primary, disabled, reason, run }) => (
        <Button
          key={label}
          look={primary ? 'primary' : 'outlined'}
          disabled={disabled}
          title={reason ?? undefined}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
