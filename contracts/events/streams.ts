import { billPartEvents } from './billing-events.ts';
import { cartEvents } from './cart-events.ts';
import { customerEvents } from './customer-events.ts';
import { desireEvents } from './desire-events.ts';
import { judgementEvents } from './judgement-events.ts';
import { modelEvents } from './jewellery-events.ts';
import { reassortmentEvents } from './reassortment-events.ts';
import { stoneEvents } from './stone-events.ts';
import { streamFamily } from './stream-family.ts';
import { vendorEvents } from './vendor-events.ts';

/** Every stream family of the business; the log's own stream is in log-events.ts. */
export const parcelStreams = streamFamily<typeof stoneEvents, string>('stone-', stoneEvents);
export const customerStreams = streamFamily<typeof customerEvents, number>('customer-', customerEvents);
export const cartStreams = streamFamily<typeof cartEvents, number>('cart-', cartEvents);
export const desireStreams = streamFamily<typeof desireEvents, string>('desire-', desireEvents);
export const modelStreams = streamFamily<typeof modelEvents, string>('model-', modelEvents);
export const vendorStreams = streamFamily<typeof vendorEvents, number>('vendor-', vendorEvents);
/** People's judgements of single stones of a vendor's stock. */
export const judgementStreams = streamFamily<typeof judgementEvents, number>('judgements-', judgementEvents);
/** The parts of large bills; the bills themselves are in their customers' streams. */
export const billPartStreams = streamFamily<typeof billPartEvents, string>('bill-', billPartEvents);
export const reassortmentStreams = streamFamily<typeof reassortmentEvents, number>(
  'reassortment-',
  reassortmentEvents,
);

export const stoneStream = parcelStreams.nameOf;
export const customerStream = customerStreams.nameOf;
export const cartStream = cartStreams.nameOf;
export const desireStream = desireStreams.nameOf;
export const modelStream = modelStreams.nameOf;
export const vendorStream = vendorStreams.nameOf;
export const judgementStream = judgementStreams.nameOf;
export const billPartStream = billPartStreams.nameOf;
export const reassortmentStream = reassortmentStreams.nameOf;

/** Where a log that was copied from another store records what its bills' positions are here. */
export const BILL_PLACES_STREAM = billPartStream('places');
