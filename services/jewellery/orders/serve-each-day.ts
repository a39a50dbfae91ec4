import { waitingOrders } from '#projections/jewellery/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import { everyUnderLease, type UnderLease } from '#services/platform/leases/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { fillBackOrders } from './fill-back-orders.ts';

const LOOK_EVERY_MS = 300_000;
const MADE_OF = ['model_orders', 'parcels', 'jewellery_pieces', 'customers'];
const CAUGHT_UP_WITHIN_MS = 5_000;

/**
 * Serves back orders once on each house day, one process at a time, until the signal is aborted: terms may come into
 * force on a day without an event (rule: Back orders). A process that takes over serves them again, which fills nothing
 * twice.
 */
export async function serveEachDay(
  context: JewelleryContext,
  under: Omit<UnderLease, 'name'>,
): Promise<void> {
  let served: string | undefined;
  await everyUnderLease({ ...under, name: 'back-orders' }, LOOK_EVERY_MS, async () => {
    const today = houseToday(context);
    if (served !== today && (await serveAll(context))) served = today;
  });
}

/** Serves each model that someone waits for; false while the read models are behind the log. */
async function serveAll(context: JewelleryContext): Promise<boolean> {
  const position = await context.events.headPosition();
  if (!(await context.positions.waitForPosition(MADE_OF, position, CAUGHT_UP_WITHIN_MS))) return false;
  const waiting = await waitingOrders(context.db);
  for (const modelKey of new Set(waiting.map((order) => order.modelKey)))
    await fillBackOrders(context, modelKey, position);
  return true;
}
