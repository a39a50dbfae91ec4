import { MAX_NAMED_PARCELS } from '#contracts/api/live-changes.ts';
import { isCustomerRecordEvent } from '#contracts/customer/index.ts';
import type { EventType } from '#contracts/events/index.ts';
import { isModelOrderEvent } from '#contracts/jewellery/model-orders.ts';
import type { Bus, OnProblem } from '#services/platform/bus/index.ts';
import { pause } from '#services/platform/pause.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Committed, ProjectedEvent } from '#projections/engine/index.ts';
import { CHANGES_SUBJECT, type ChangeNotice } from './change-notice.ts';
import type { ParcelChange } from './change-audience.ts';
import { changedParcels } from './changed-parcels.ts';

/** At most one notice in this time: a feed of thousands of stones is a few messages. */
const SPACING_MS = 50;

/** Whether the vendor still has a parcel. */
const OF_WITHDRAWAL: ReadonlySet<EventType> = new Set(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);

/** Streams by kind, and the read models that show them: others that read them too have nothing to add. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  stone: ['parcels'],
  cart: ['carts'],
  customer: ['customers', 'model_orders'],
  desire: ['desires'],
  model: ['jewellery_models'],
  vendor: ['vendors'],
};
const OF_FEED: ReadonlySet<EventType> = new Set(['VendorFeedRead', 'VendorFeedTakenBack']);

export type ChangePublisher = {
  /** The engine's hook: called after each commit into a live read model. */
  onCommitted(committed: Committed): void;
  /**
   * The engine's hook: this process follows a projection from here on. The process that followed it before may have
   * been killed between a commit and its notice: every client looks again.
   */
  onJoined(projection: string, position: bigint): void;
  /** Resolves when all notices are out. */
  stop(): Promise<void>;
};

/** A notice that is not out yet. */
type Pending = Pick<ChangeNotice, 'models' | 'feeds'> &
  Record<'carts' | 'customers' | 'desires' | 'modelOrders', Set<number>> & {
    position: bigint;
    /** By parcel. Null: too many. */
    parcels: Map<string, ParcelChange> | null;
  };

/**
 * Publishes what the projections of this process have committed (architecture: From command to screen): immediately after a quiet moment, otherwise gathered over 50 ms.
 */
export function publishChanges({
  db,
  zone,
  bus,
  onProblem,
}: {
  db: Db;
  /** The house's time zone. */
  zone: string;
  bus: Bus;
  onProblem: OnProblem;
}): ChangePublisher {
  let pending: Pending | null = null;
  let newest = 0n;
  let underWay: Promise<void> | null = null;
  const stopping = new AbortController();

  /** The pending notice, with `position` in it; goes out soon. */
  const pendingAt = (position: bigint): Pending => {
    if (position > newest) newest = position;
    pending ??= {
      position,
      parcels: new Map(),
      carts: new Set(),
      customers: new Set(),
      desires: new Set(),
      models: false,
      modelOrders: new Set(),
      feeds: false,
    };
    if (position > pending.position) pending.position = position;
    underWay ??= send();
    return pending;
  };
  const lookAgain = (position: bigint): void => {
    pendingAt(position).parcels = null;
  };

  const send = async (): Promise<void> => {
    // Whatever comes in the same moment goes out together.
    await Promise.resolve();
    while (pending) {
      const { position, parcels, models, feeds, ...concerned } = pending;
      pending = null;
      const notice: ChangeNotice = {
        position: position.toString(),
        parcels: await describe(parcels),
        carts: [...concerned.carts],
        customers: [...concerned.customers],
        desires: [...concerned.desires],
        models,
        modelOrders: [...concerned.modelOrders],
        feeds,
      };
      bus.publish(CHANGES_SUBJECT, notice);
      await pause(SPACING_MS, stopping.signal);
    }
    underWay = null;
  };

  const describe = async (parcels: Pending['parcels']): Promise<ChangeNotice['parcels']> => {
    if (parcels === null) return null;
    try {
      return await changedParcels(db, parcels, zone);
    } catch (error) {
      onProblem('changed parcels could not be looked up; clients load everything again', error);
      return null;
    }
  };

  // While the broker was away our notices reached no one.
  const endSubscription = bus.subscribe(
    CHANGES_SUBJECT,
    () => undefined,
    () => lookAgain(newest),
  );

  return {
    onCommitted({ projection, position, events }) {
      const shown = events.filter(({ stream }) => SHOWN_BY[splitStream(stream)[0]]?.includes(projection));
      if (shown.length === 0) return;
      const pending = pendingAt(position);
      for (const event of shown) note(pending, event, projection);
    },
    onJoined(projection, position) {
      if (Object.values(SHOWN_BY).flat().includes(projection)) lookAgain(position);
    },
    async stop() {
      endSubscription();
      stopping.abort();
      await underWay;
    },
  };
}

function note(pending: Pending, event: ProjectedEvent, projection: string): void {
  const [kind, key] = splitStream(event.stream);
  if (kind === 'cart') pending.carts.add(Number(key));
  // Two read models show a customer's stream, each its own part of it.
  if (projection === 'customers' && isCustomerRecordEvent(event)) pending.customers.add(Number(key));
  if (projection === 'model_orders' && isModelOrderEvent(event)) pending.modelOrders.add(Number(key));
  // A desire's stream is named after the desire: every event of it names the customer.
  if (kind === 'desire' && 'customerId' in event.data) pending.desires.add(event.data.customerId);
  if (kind === 'model') pending.models = true;
  if (kind === 'vendor') pending.feeds ||= OF_FEED.has(event.type);
  if (kind !== 'stone' || !pending.parcels) return;
  const known = pending.parcels.get(key);
  pending.parcels.set(key, {
    since: Math.min(known?.since ?? Infinity, Number(event.position)),
    delivered: (known?.delivered ?? false) || isDelivery(event),
    withdrawal: (known?.withdrawal ?? false) || OF_WITHDRAWAL.has(event.type),
  });
  if (pending.parcels.size > MAX_NAMED_PARCELS) pending.parcels = null;
}

/** True for what own lists of past holders show as it is today: all else of a spell is frozen. */
const isDelivery = ({ type, data }: ProjectedEvent): boolean =>
  type === 'StoneListed' ||
  type === 'VendorAvailabilityChanged' ||
  (type === 'StoneDescribed' && 'piece' in data && data.piece !== undefined);

function splitStream(stream: string): [kind: string, key: string] {
  const at = stream.indexOf('-');
  return [stream.slice(0, at), stream.slice(at + 1)];
}
