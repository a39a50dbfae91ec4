import { OPEN_ACCESS } from '#contracts/customer/testing/plain-customer.ts';
import { customerStream, stoneStream, vendorStream } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { addMonths } from '#contracts/vocabulary/months.ts';
import { EXAMPLE_TERMS, EXAMPLE_VENDOR } from '#services/billing/testing/billing-world.ts';
import type { EventStore, NewEvent } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';

export const MONTHS = 24;
/** Customers are registered before it, and billed for their minimum. */
export const REGISTERED_IN = '2023-12';
export const FIRST_MONTH = addMonths(REGISTERED_IN, 1);
export const LAST_MONTH = addMonths(FIRST_MONTH, MONTHS - 1);
const STONES_EACH = 100;
const IN_FLIGHT = 64;

/** A UUID of a number: the log wants one for each event. */
const idOf = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const instant = (day: string): string => `${day}T15:00:00.000Z`;

function event(id: string, type: string, data: object, recordedAt: string): NewEvent {
  const actor = { username: 'bench', role: 'system' };
  return { id, type, data, metadata: { recordedAt, shape: currentShape(type), actor, commandId: id } };
}

/**
 * Two years of trade from one vendor by customers 1, 2, …: each stone is listed, requested, on memo, sent back and
 * received, about 500 events a customer. Gives the number of events.
 */
export async function fillTrade(events: EventStore, customerCount: number): Promise<number> {
  const start = instant(`${REGISTERED_IN}-01`);
  await events.append(vendorStream(1), 'no_stream', [
    event(
      idOf(1, 1),
      'VendorRegistered',
      {
        vendorId: 1,
        terms: EXAMPLE_VENDOR,
        effectiveAt: start,
        settings: {
          name: 'Bench',
          legalName: '',
          email: '',
          dxPrefix: 'B-',
          autoWhitelist: true,
          sendRequests: false,
          sendReturns: false,
          sendSales: false,
        },
      },
      start,
    ),
  ]);
  const customers = Array.from({ length: customerCount }, (_, index) => index + 1);
  await inParallel(customers, IN_FLIGHT, (customerId) => register(events, customerId, start));
  const counts = await inParallel(customers, IN_FLIGHT, async (customerId) => {
    let count = 1;
    for (let stone = 0; stone < STONES_EACH; stone++) {
      const life = lifeOf(customerId, stone, start);
      await events.append(stoneStream(`S${customerId}-${stone}`), 'no_stream', life);
      count += life.length;
    }
    return count;
  });
  return counts.reduce((sum, count) => sum + count, 1);
}

async function register(events: EventStore, customerId: number, effectiveAt: string): Promise<void> {
  await events.append(customerStream(customerId), 'no_stream', [
    event(
      idOf(2, customerId),
      'CustomerRegistered',
      {
        customerId,
        terms: { ...EXAMPLE_TERMS, minInventoryCents: 10_000_000 },
        effectiveAt,
        identity: {
          name: `Customer ${customerId}`,
          legalName: '',
          email: '',
          salesRepEmail: '',
          bigName: '',
        },
        access: OPEN_ACCESS,
      },
      effectiveAt,
    ),
  ]);
}

/** A stone that the customer asks for, has for some weeks or months, and sends back or sells. */
function lifeOf(customerId: number, stone: number, start: string): NewEvent[] {
  const number = customerId * STONES_EACH + stone;
  const parcelName = `S${customerId}-${stone}`;
  const asked = addDays('2024-01-02', (stone * 7 + (customerId % 7)) % 700);
  const memo = addDays(asked, 1 + (number % 3));
  const left = addDays(memo, 20 + (number % 80));
  const closed = addDays(left, number % 5);
  const listCents = 100_000 + (number % 997) * 1_000;
  const attributes = {
    weight: 1000,
    lab: 'GIA',
    shapeCode: number % 5 === 0 ? 'IDC' : 'RD',
    colour: 'F',
    clarity: 'VS1',
  };
  const customerPriceCents = number % 5 === 0 ? listCents : Math.round(listCents * 0.98);
  const costCents = Math.round(listCents / 1.08);
  const common = { customerId, instructionId: idOf(3, number) };
  const paper = (docType: string, at: string) => ({
    instance: 'VITRINE',
    docType,
    docNo: `${parcelName}`,
    line: 1,
    version: 1,
    customerId,
    accountCode: '01-01-0001',
    amountCents: customerPriceCents,
    giaRoundDiscountPpm: 20_000,
    effectiveAt: at,
  });
  const sold = number % 4 === 0;
  return [
    event(
      idOf(4, number),
      'StoneListed',
      {
        parcelName,
        line: 'natural',
        vendorId: 1,
        attributes,
        costCents,
        totalCents: listCents,
        vendorAvailability: 'IN_STOCK',
        effectiveAt: start,
      },
      start,
    ),
    event(
      idOf(5, number),
      'StoneRequested',
      {
        ...common,
        effectiveAt: instant(asked),
        frozen: {
          customerPriceCents,
          listPriceCents: listCents,
          costCents,
          giaRoundDiscountPpm: 20_000,
          attributes,
        },
      },
      instant(asked),
    ),
    event(idOf(6, number), 'DocumentReceived', paper('MEMO', memo), instant(memo)),
    event(
      idOf(7, number),
      sold ? 'StoneSold' : 'StoneReturned',
      { ...common, effectiveAt: instant(left) },
      instant(left),
    ),
    event(
      idOf(8, number),
      'DocumentReceived',
      paper(sold ? 'INVOICE' : 'RETURN_MEMO', closed),
      instant(closed),
    ),
  ];
}
