import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Button } from '../../../components/button/button.tsx';
import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import { useSession } from '../../../lib/session.ts';
import { useChangeCart } from '../api/change-cart.ts';
import { useGiveInstruction } from '../api/give-instruction.ts';
import type { ListKind } from '../list-kinds.ts';
import styles from './stone-list-page.module.css';

const ConfirmAction = lazy(() => import('../dialogs/confirm-action.tsx'));
const ConfirmRequest = lazy(() => import('../dialogs/confirm-request.tsx'));

type ListAction = {
  label: string;
  primary: boolean;
  disabled: boolean;
  reason: string | null;
  run: () => void;
};

export type StoneListActions = {
  buttons: readonly ListAction[];
  onRowAction: (action: string, stone: Stone) => void;
  dialog: ReactNode;
  selectedCount: number;
};

/** What a list offers for its selection (specification, section 2.4); nothing while nothing is selected (section 5). */
export function useListActions(kind: ListKind, line: Line, table: DataTable<Stone>): StoneListActions {
  const { actionsClosed } = useSession();
  const { addToCart, removeFromCart } = useChangeCart(line);
  const { give } = useGiveInstruction(line);
  const [asking, setAsking] = useState<{ action: Intent; stones: readonly Stone[] } | null>(null);
  const { selected } = table;
  const namesOf = (stones: readonly Stone[]): string[] => stones.map((stone) => stone.parcelName);

  const button = (label: string, primary: boolean, allowed: boolean, run: () => void): ListAction => ({
    label,
    primary,
    disabled: selected.length === 0 || !allowed || actionsClosed !== null,
    reason: actionsClosed,
    run,
  });
  const ask = (action: Intent) => () => setAsking({ action, stones: selected });
  const everyAllows = (action: Intent): boolean =>
    selected.every((stone) => actionsOf(stone.status).includes(action));
  const finish = async (action: Intent, parcelNames: readonly string[], remarks: string): Promise<void> => {
    await give({ action, parcelNames, remarks });
    table.select(parcelNames, false);
    setAsking(null);
  };

  const buttons: Readonly<Record<ListKind, () => ListAction[]>> = {
    available: () => [
      button(
        'Add to cart',
        true,
        selected.some((stone) => !stone.inCart),
        () => {
          addToCart(namesOf(selected.filter((stone) => !stone.inCart)));
          table.select(namesOf(selected), false);
        },
      ),
    ],
    customer: () => [
      button('Return', false, everyAllows('RETURN'), ask('RETURN')),
      button('Sold', true, everyAllows('SOLD'), ask('SOLD')),
    ],
    cart: () => [
      button('Remove', false, true, () => {
        removeFromCart(namesOf(selected));
        table.select(namesOf(selected), false);
      }),
      button('Request', true, true, ask('REQUEST')),
    ],
    past: () => [],
  };

  return {
    buttons: buttons[kind](),
    selectedCount: selected.length,
    onRowAction: (action, stone) => {
      if (action !== 'cart' || actionsClosed !== null) return;
      if (stone.inCart) removeFromCart([stone.parcelName]);
      else addToCart([stone.parcelName]);
    },
    dialog: asking && (
      <Suspense fallback={null}>
        {asking.action === 'REQUEST' ? (
          <ConfirmRequest
            stones={asking.stones}
            onClose={() => setAsking(null)}
            onRequest={(parcelNames, remarks) => settled(finish('REQUEST', parcelNames, remarks))}
          />
        ) : (
          <ConfirmAction
            action={asking.action}
            stones={asking.stones}
            onNo={() => setAsking(null)}
            onYes={(remarks) =>
              settled(
                finish(
                  asking.action,
                  asking.stones.map((stone) => stone.parcelName),
                  remarks,
                ),
              )
            }
          />
        )}
      </Suspense>
    ),
  };
}

/** A refused instruction has been told already and leaves its dialog open, to be changed or closed. */
async function settled(work: Promise<void>): Promise<void> {
  await Promise.allSettled([work]);
}

/** The buttons for a list's selection; at the foot of small screens. */
export function ListActions({ kind, actions }: { kind: ListKind; actions: StoneListActions }) {
  if (actions.buttons.length === 0) return null;
  return (
    <div
      className={styles['actions']}
      role="group"
      aria-label="Actions"
      data-kind={kind}
      data-idle={actions.selectedCount === 0}
    >
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
