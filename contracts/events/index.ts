import { billPartEvents } from './billing-events.ts';
import { cartEvents } from './cart-events.ts';
import { customerEvents, type customerRecordEvents, type instructionEvents } from './customer-events.ts';
import { desireEvents } from './desire-events.ts';
import { modelEvents } from './jewellery-events.ts';
import { stoneEvents } from './stone-events.ts';
import type { EventOf } from './stream-family.ts';
import { upcast } from './upcast.ts';
import { vendorEvents } from './vendor-events.ts';

export * from './metadata.ts';
export * from './stone-events.ts';
export * from './customer-events.ts';
export * from './cart-events.ts';
export * from './desire-events.ts';
export * from './jewellery-events.ts';
export * from './vendor-events.ts';
export * from './log-events.ts';
export * from './streams.ts';
export type { Recorded } from './stream-family.ts';
export type { Fact, Fold } from './fold.ts';

/** Every event type of the business with its newest shape. */
export const eventShapes = {
  ...stoneEvents,
  ...customerEvents,
  ...cartEvents,
  ...desireEvents,
  ...modelEvents,
  ...vendorEvents,
  ...billPartEvents,
} as const;

export type EventType = keyof typeof eventShapes;

export type StoneEvent = EventOf<typeof stoneEvents>;
export type CustomerEvent = EventOf<typeof customerEvents>;
export type CustomerRecordEvent = EventOf<typeof customerRecordEvents>;
export type InstructionEvent = EventOf<typeof instructionEvents>;
export type CartEvent = EventOf<typeof cartEvents>;
export type DesireEvent = EventOf<typeof desireEvents>;
export type ModelEvent = EventOf<typeof modelEvents>;
export type VendorEvent = EventOf<typeof vendorEvents>;
export type BillPartEvent = EventOf<typeof billPartEvents>;
export type DomainEvent =
  StoneEvent | CustomerEvent | CartEvent | DesireEvent | ModelEvent | VendorEvent | BillPartEvent;

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
