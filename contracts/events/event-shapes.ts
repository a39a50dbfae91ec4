import { billPartEvents } from './billing-events.ts';
import { cartEvents } from './cart-events.ts';
import { customerEvents, type customerRecordEvents, type instructionEvents } from './customer-events.ts';
import { desireEvents } from './desire-events.ts';
import { judgementEvents } from './judgement-events.ts';
import { modelEvents } from './jewellery-events.ts';
import { reassortmentEvents } from './reassortment-events.ts';
import { stoneEvents } from './stone-events.ts';
import type { EventOf } from './stream-family.ts';
import { vendorEvents } from './vendor-events.ts';

/** Every event type of the business with its newest shape. */
export const eventShapes = {
  ...stoneEvents,
  ...customerEvents,
  ...cartEvents,
  ...desireEvents,
  ...modelEvents,
  ...vendorEvents,
  ...judgementEvents,
  ...billPartEvents,
  ...reassortmentEvents,
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
export type JudgementEvent = EventOf<typeof judgementEvents>;
type BillPartEvent = EventOf<typeof billPartEvents>;
export type ReassortmentEvent = EventOf<typeof reassortmentEvents>;
export type DomainEvent =
  | StoneEvent
  | CustomerEvent
  | CartEvent
  | DesireEvent
  | ModelEvent
  | VendorEvent
  | JudgementEvent
  | BillPartEvent
  | ReassortmentEvent;
