import type { z } from 'zod';
import { billPartEvents } from './billing-events.ts';
import { cartEvents } from './cart-events.ts';
import { customerEvents } from './customer-events.ts';
import { desireEvents } from './desire-events.ts';
import { modelEvents } from './jewellery-events.ts';
import { stoneEvents } from './stone-events.ts';
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

type EventOf<Shapes extends Record<string, z.ZodType>> = {
  [Type in keyof Shapes & string]: { type: Type; data: z.infer<Shapes[Type]> };
}[keyof Shapes & string];

export type StoneEvent = EventOf<typeof stoneEvents>;
export type CustomerEvent = EventOf<typeof customerEvents>;
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

export const stoneStream = (parcelName: string): string => `stone-${parcelName}`;
export const customerStream = (customerId: number): string => `customer-${customerId}`;
export const cartStream = (customerId: number): string => `cart-${customerId}`;
export const desireStream = (desireId: string): string => `desire-${desireId}`;
export const modelStream = (key: string): string => `model-${key}`;
/** Where a log that was copied from another store records what its bills' positions are here. */
export const BILL_PLACES_STREAM = 'bill-places';
export const billStream = (id: string): string => `bill-${id}`;
export const vendorStream = (vendorId: number): string => `vendor-${vendorId}`;
