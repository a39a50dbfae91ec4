import { useQueries } from '@tanstack/react-query';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { formatPrice, formatValue } from '#contracts/vocabulary/money.ts';
import { useSession } from '../../lib/session.ts';
import { listQuery } from '../api/get-list.ts';
import { headingOf } from '../stone-facts.ts';
import { roomFor, type Room } from './room.ts';
import styles from './confirm-request.module.css';

/**
 * What the inventory comes to with a request of so many dollars, between minimum and maximum, and what could be returned
 * where it does not fit (product: Confirm request). Nothing where values are not shown, or no limit is set.
 */
export default function RoomNote({ adding }: { adding: number | undefined }) {
  const { customer, showPrices } = useSession();
  const lists = useQueries({ queries: LINES.map((line) => listQuery(line, 'customer')) });
  const { minInventory = 0, maxInventory = 0 } = customer ?? {};
  if (showPrices !== 'WHOLESALE' || (minInventory === 0 && maxInventory === 0)) return null;
  if (lists.some(({ data }) => !data)) return null;
  const current = lists.flatMap(({ data }) => data?.rows ?? []);
  const room = roomFor(current, adding ?? 0, { minInventory, maxInventory });
  return (
    <section className={styles['room']} data-state={room.state} aria-label="Inventory after this request">
      <p role="status">
        Inventory after this request: <strong>{formatValue(room.after)}</strong>
        {limitWords({ minInventory, maxInventory })}
        {verdictOn(room)}
      </p>
      {room.returns.length > 0 && (
        <>
          <p>Returning these would make room, once they are received:</p>
          <ul>
            {room.returns.map((row) => (
              <li key={row.parcelName}>
                {headingOf(row)} ({row.parcelName}){' '}
                <span>{row.total !== undefined && formatPrice(row.total)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function limitWords({ minInventory, maxInventory }: { minInventory: number; maxInventory: number }): string {
  const words = [
    ...(minInventory > 0 ? [`minimum ${formatValue(minInventory)}`] : []),
    ...(maxInventory > 0 ? [`maximum ${formatValue(maxInventory)}`] : []),
  ];
  return ` (${words.join(', ')})`;
}

function verdictOn({ state, by }: Room): string {
  if (state === 'over') return `: ${formatPrice(by)} over the maximum.`;
  return state === 'under' ? `: ${formatPrice(by)} to the minimum.` : ': within the limits.';
}
