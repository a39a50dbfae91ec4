import { eventShapes, type DomainEvent, type EventType } from './event-shapes.ts';
import { upcast } from './upcast.ts';

export * from './metadata.ts';
export * from './event-shapes.ts';
export * from './stone-events.ts';
export * from './customer-events.ts';
export * from './cart-events.ts';
export * from './desire-events.ts';
export * from './jewellery-events.ts';
export * from './vendor-events.ts';
export * from './judgement-events.ts';
export * from './reassortment-events.ts';
export * from './log-events.ts';
export { modelKey } from '../vocabulary/model-key.ts';
export { recordedNext } from './recorded-next.ts';
export * from './streams.ts';
export type { Fact, Fold } from './fold.ts';

/** True for a type that this version of Vitrine knows. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventShapes, type);
}

/**
 * A recorded event as the newest shape of its type. `shape` is the version it was written in (metadata).
 * Throws ZodError when the data does not have the shape, and Error for a type it does not know.
 */
export function parseEvent(type: string, data: unknown, shape: number): DomainEvent {
  if (!isEventType(type)) throw new Error(`unknown event type ${type}`);
  return { type, data: eventShapes[type].parse(upcast(type, data, shape)) } as DomainEvent;
}
