import { useEffect, useRef, useState } from 'react';
import { createListeners } from '#web-shared/shared-value.ts';
import { onSavedElsewhere, savedValue, saveValue } from '../../lib/saved-state.ts';
import { customerIdOf, useSession } from '../../lib/session.ts';
import { parseOrder, type Order } from './order.ts';

const { announce, follow } = createListeners<[Order]>();

/**
 * The models ordered for the customer acted for, kept until they are requested; the same wherever it is shown. It is changed
 * from what it is at that moment: another window may have ordered more since it was drawn.
 */
export function useModelOrder(): [Order, (next: (now: Order) => Order) => void] {
  const { user } = useSession();
  const { username } = user;
  const name = `order:jewellery/${customerIdOf(user) ?? 'none'}`;
  const saved = (): Order => parseOrder(savedValue(username, name));
  const [held, setHeld] = useState(() => ({ name, order: saved() }));
  if (held.name !== name) setHeld({ name, order: saved() });
  const latest = useRef(held.order);
  useEffect(() => {
    latest.current = held.order;
  }, [held]);
  useEffect(() => {
    const hear = (order: Order): void =>
      setHeld((before) =>
        JSON.stringify(order) === JSON.stringify(before.order) ? before : { name, order },
      );
    const read = (): void => hear(parseOrder(savedValue(username, name)));
    const stops = [follow(hear), onSavedElsewhere(username, read)];
    // A tab that comes to the front again heard nothing while it was hidden.
    read();
    return () => {
      for (const stop of stops) stop();
    };
  }, [username, name]);
  const change = (make: (now: Order) => Order): void => {
    const next = make(latest.current);
    latest.current = next;
    saveValue(username, name, Object.keys(next).length === 0 ? undefined : next);
    announce(next);
  };
  return [held.order, change];
}
