import { OPEN_ACCESS, PLAIN_TERMS } from '#contracts/customer/testing/plain-customer.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evolveCustomer, newCustomer } from '#contracts/customer/index.ts';
import type { CustomerAccess, CustomerEvent, StoneEvent } from '#contracts/events/index.ts';
import { asRecorded } from '#contracts/events/testing/as-recorded.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { DOC_TYPES, INTENTS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { asIfRecorded } from './as-if-recorded.ts';
import { decideInstruction, type Deciding, type InstructionState } from './decide-instruction.ts';
import { INTENT_RULES } from './intent-rules.ts';
import { decideRequestStones, refuseOverMaximum, withinMaximum } from './request-stones.ts';
import { A, B, document, FROZEN, given, intent, listed, ZONE } from './testing/given-parcel.ts';

const NOW = '2026-03-05T15:00:00.000Z';
const TERMS = { ...PLAIN_TERMS, giaRoundDiscountPpm: 20_000, paymentDays: 30 };

function customer(customerId: number, access: CustomerAccess) {
  const identity = { name: 'Alder', legalName: 'Alder', bigName: 'Alder', email: '', salesRepEmail: '' };
  const registered: CustomerEvent = {
    type: 'CustomerRegistered',
    data: { customerId, identity, access, terms: TERMS, effectiveAt: '2026-01-01T12:00:00.000Z' },
  };
  return evolveCustomer(newCustomer(customerId), asRecorded(registered, 0));
}

/** What a test's command is, beside the parcel V-1: customer A's now, of the natural line, unless given otherwise. */
type Command = {
  customerId?: number;
  now?: string;
  line?: Line;
  access?: Partial<CustomerAccess>;
  parcelNames?: readonly string[];
  remarks?: string;
};
type PlacedEvent = Extract<CustomerEvent, { type: 'InstructionPlaced' }>;

/** The decider of an intent over V-1, as `when` takes it. */
const decide =
  (type: Intent) =>
  (parcel: ParcelState, command: Command = {}): PlacedEvent[] => {
    const { customerId = A, now = NOW, line = 'natural', access = {} } = command;
    const { parcelNames = ['V-1'], remarks } = command;
    const deciding: Deciding = {
      who: { actor: { username: 'u', role: 'customer' }, staff: false, customerId, seesValues: true },
      instructionId: 'i',
      now,
      zone: ZONE,
    };
    const state: InstructionState = {
      customer: customer(customerId, { ...OPEN_ACCESS, ...access }),
      parcels: parcelNames.map(() => ({ state: parcel, view: foldParcel(parcel, ZONE) })),
    };
    const over = { line, parcelNames, remarks };
    const data =
      type === 'REQUEST'
        ? decideRequestStones({ ...state, desireRefusals: [], closed: new Set() }, over, deciding)
        : decideInstruction(INTENT_RULES[type], state, over, deciding);
    return [{ type: 'InstructionPlaced', data }];
  };
const request = decide('REQUEST');
const giveBack = decide('RETURN');
const sell = decide('SOLD');

const placed = (action: Intent, effectiveAt = NOW, frozen = action === 'REQUEST' ? FROZEN : undefined) => [
  {
    type: 'InstructionPlaced' as const,
    data: {
      instructionId: 'i',
      action,
      parcels: [{ parcelName: 'V-1', ...(frozen && { frozen }) }],
      remarks: undefined,
      effectiveAt,
    },
  },
];
const refused = (message: string) => ({ status: 402, code: 'PARCEL_REFUSED', message });

const requestedBy = (customerId: number): StoneEvent => intent('REQUEST', customerId);
const memoTo = (customerId: number): StoneEvent => document('MEMO', customerId, '2026-03-03');
const onItsWayBack = [listed(), requestedBy(A), memoTo(A), intent('RETURN', A)];

describe('a request', () => {
  test('takes an available stone; a requested one is taken, also for its own customer', () => {
    given(listed()).when(request).then(placed('REQUEST'));
    given(listed(), requestedBy(B)).when(request).thenRefused(refused('V-1 is no longer available.'));
    given(listed(), requestedBy(A)).when(request).thenRefused(refused('V-1 is no longer available.'));
  });

  test('freezes the prices then shown: natural GIA rounds less the discount, others at list', () => {
    given(listed()).when(request).then(placed('REQUEST'));
    for (const [line, attributes] of [
      ['natural', { lab: 'GIA', shapeCode: 'OV' }],
      ['natural', { lab: 'IGI', shapeCode: 'RD' }],
      ['natural', { shapeCode: 'RD' }],
      ['labGrown', { lab: 'GIA', shapeCode: 'RD' }],
    ] as const) {
      const atList = {
        ...FROZEN,
        customerPriceCents: 1_000_000,
        attributes: { weight: 1000, ...attributes },
      };
      given(listed(line, attributes))
        .when(request, { line })
        .then(placed('REQUEST', NOW, atList));
    }
  });

  test('freezes the newest price of a stone that was repriced', () => {
    const repriced: StoneEvent = {
      type: 'StoneRepriced',
      data: { costCents: 1_000_000, totalCents: 1_100_000, effectiveAt: '2026-03-04T12:00:00.000Z' },
    };
    const now = { customerPriceCents: 1_078_000, listPriceCents: 1_100_000, costCents: 1_000_000 };
    given(listed(), repriced)
      .when(request)
      .then(placed('REQUEST', NOW, { ...FROZEN, ...now }));
  });

  test.each([
    ['labGrown', {}, { lgAllowed: false }],
    ['fancyColour', {}, { fcAllowed: false }],
    ['natural', { lab: 'FM' }, { fmAllowed: false }],
  ] as const)(
    'of a %s stone %o is refused to a customer with %o, and open to one with every flag',
    (line, attributes, access) => {
      const stone = given(listed(line, attributes));
      stone.when(request, { line, access }).thenRefused(refused('not open to this account'));
      expect(request(stone.state, { line })).toMatchObject([{ data: { action: 'REQUEST' } }]);
    },
  );

  test('does not find a parcel of another line, nor one that was never listed', () => {
    given(listed()).when(request, { line: 'labGrown' }).thenRefused(refused('Stone not found: V-1.'));
    given().when(request).thenRefused(refused('Stone not found: V-1.'));
  });

  test('is refused where a later-dated entry would swallow it, such as a return memo of tomorrow', () => {
    const returnMemo = document('RETURN_MEMO', A, '2026-03-06');
    const parcel = given(...onItsWayBack, returnMemo);
    expect(foldParcel(parcel.state, ZONE).status).toBe('AVAILABLE');
    parcel
      .when(request, { customerId: B, now: '2026-03-05T20:00:00.000Z' })
      .thenRefused(refused('V-1 has an entry of a later date. Please try again later.'));
    const later = '2026-03-07T20:00:00.000Z';
    parcel.when(request, { customerId: B, now: later }).then(placed('REQUEST', later));
  });
});

describe('a return or a sale', () => {
  test('needs a requested or held stone of the customer; the message does not name another holder', () => {
    const notTheirs = refused('V-1 is not in your inventory.');
    for (const held of [given(listed(), requestedBy(A)), given(listed(), requestedBy(A), memoTo(A))]) {
      held.when(giveBack).then(placed('RETURN'));
      held.when(sell).then(placed('SOLD'));
      held.when(giveBack, { customerId: B }).thenRefused(notTheirs);
      held.when(sell, { customerId: B }).thenRefused(notTheirs);
    }
    given(listed()).when(giveBack).thenRefused(notTheirs);
  });

  test('is refused for a stone on its way back', () => {
    const parcel = given(...onItsWayBack);
    expect(foldParcel(parcel.state, ZONE).status).toBe('PENDING_RETURN');
    parcel.when(giveBack).thenRefused(refused('V-1 cannot be returned now: it is already on its way back.'));
    parcel
      .when(sell)
      .thenRefused(refused('V-1 cannot be marked as sold now: it is already on its way back.'));
  });

  test('does not depend on the flags that a request needs', () => {
    const held = given(listed('labGrown', {}), requestedBy(A), memoTo(A));
    held.when(giveBack, { line: 'labGrown', access: { lgAllowed: false } }).then(placed('RETURN'));
  });
});

describe('where documents of today stand after it', () => {
  const RENEWED = [
    listed(),
    document('MEMO', A, '2026-03-01'),
    document('RETURN_MEMO', A, '2026-03-05'),
    document('MEMO', A, '2026-03-05', 'renewed'),
  ];
  const afterIt = refused('V-1 has documents of today that come after this. Please try again tomorrow.');

  test.each([
    ['return', giveBack, 'RETURN', 'PENDING_RETURN'],
    ['sale', sell, 'SOLD', 'SOLD'],
  ] as const)('a %s that would be of the former memo waits until tomorrow', (_, act, intentOf, status) => {
    const renewed = given(...RENEWED);
    expect(foldParcel(renewed.state, ZONE)).toMatchObject({ status: 'CUSTOMER', anomalies: [] });
    renewed.when(act).thenRefused(afterIt);
    const now = '2026-03-06T15:00:00.000Z';
    renewed.when(act, { now }).then(placed(intentOf, now));
    const acted = given(...RENEWED, intent(intentOf, A, now));
    expect(foldParcel(acted.state, ZONE)).toMatchObject({ status, customerId: A });
  });

  test('a return that a renewal of tomorrow would leave behind has a later entry in its way', () => {
    given(
      listed(),
      document('MEMO', A, '2026-03-01'),
      document('RETURN_MEMO', A, '2026-03-06'),
      document('MEMO', A, '2026-03-06', 'renewed'),
    )
      .when(giveBack)
      .thenRefused(refused('V-1 has an entry of a later date. Please try again later.'));
  });

  test('so it has where the stone is sent tomorrow: a document ahead does not put an instruction off', () => {
    given(listed(), requestedBy(A), document('MEMO', A, '2026-03-06T15:00:00.000Z'))
      .when(giveBack)
      .thenRefused(refused('V-1 has an entry of a later date. Please try again later.'));
  });

  test('a request that a stray return memo of today would end waits until tomorrow', () => {
    const stray = given(listed(), document('RETURN_MEMO', A, '2026-03-05'));
    stray.when(request).thenRefused(afterIt);
    expect(request(stray.state, { customerId: B })).toMatchObject([{ data: { action: 'REQUEST' } }]);
  });

  test('what is accepted counts: a return is on its way back or withdrawn, a sale sold, a request requested', () => {
    const someDocument = fc
      .record({
        docType: fc.constantFrom(...DOC_TYPES, 'MEMO' as const),
        customerId: fc.constantFrom(A, A, B),
        at: fc.constantFrom(
          '2026-03-04',
          '2026-03-05',
          '2026-03-05',
          '2026-03-05T14:00:00.000Z',
          '2026-03-06',
        ),
        docNo: fc.constantFrom('1', '2'),
      })
      .map(({ docType, customerId, at, docNo }) => document(docType, customerId, at, docNo));
    const someIntent = fc.constantFrom(...INTENTS).map((type) => intent(type, A));
    const history = fc.array(fc.oneof({ weight: 4, arbitrary: someDocument }, someIntent), { maxLength: 6 });
    let accepted = 0;
    fc.assert(
      fc.property(history, fc.constantFrom(...INTENTS), (events, type) => {
        const { state } = given(listed(), ...events);
        const wasShipped = foldParcel(state, ZONE).status === 'CUSTOMER';
        try {
          decide(type)(state);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          return;
        }
        accepted += 1;
        const after = foldParcel(asIfRecorded(state, intent(type, A, NOW)), ZONE);
        const expected = {
          REQUEST: ['REQUESTED', 'CUSTOMER'],
          RETURN: [wasShipped ? 'PENDING_RETURN' : 'AVAILABLE'],
          SOLD: ['SOLD'],
        }[type];
        expect(expected).toContain(after.status);
        expect(after.customerId).toBe(type === 'RETURN' && !wasShipped ? null : A);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(30);
  });
});

test('without the right to act every instruction is refused', () => {
  const access = { allowActions: false };
  given(listed()).when(request, { access }).thenRefused({ status: 402 });
  given(listed(), requestedBy(A)).when(giveBack, { access }).thenRefused({ status: 402 });
  given(listed(), requestedBy(A)).when(sell, { access }).thenRefused({ status: 402 });
});

test('an instruction happens now, or just after the newest intent when another clock is ahead', () => {
  const requested = given(listed(), requestedBy(A));
  requested.when(giveBack).then(placed('RETURN', NOW));
  requested
    .when(giveBack, { now: '2026-03-02T11:59:59.900Z' })
    .then(placed('RETURN', '2026-03-02T12:00:00.001Z'));
  // Two of one moment would count in the order of ties.
  requested
    .when(giveBack, { now: '2026-03-02T12:00:00.000Z' })
    .then(placed('RETURN', '2026-03-02T12:00:00.001Z'));
  const [withoutParcels] = request(given().state, { parcelNames: [] });
  expect(withoutParcels?.data).toMatchObject({ parcels: [], effectiveAt: NOW });
});

test('a remark of blanks is none', () => {
  const remarksOf = (remarks: string) => request(given(listed()).state, { remarks })[0]!.data.remarks;
  expect([remarksOf(' for June '), remarksOf('  ')]).toEqual(['for June', undefined]);
});

test('exposure and request together stay within the maximum; 0 is unset; staff may go over it with a remark', () => {
  expect(withinMaximum(60, 40, 100, false)).toBe(true);
  expect(withinMaximum(60, 41, 100, false)).toBe(false);
  expect(withinMaximum(60, 41, 0, false)).toBe(true);
  expect(withinMaximum(60, 41, 100, true)).toBe(true);
});

test.each([
  ['staff with a remark goes on', false, true, 'agreed by telephone'],
  ['staff without one is refused', true, true, undefined],
  ["a customer's user is refused, with a remark too", true, false, 'we need it'],
] as const)('over the maximum a request of %s', (_, isRefused, staff, remarks) => {
  const [{ data }] = placed('REQUEST') as [PlacedEvent];
  const who = {
    actor: { username: 'u', role: staff ? 'salesRep' : 'customer' },
    staff,
    customerId: A,
    seesValues: true,
  } as const;
  const check = () => refuseOverMaximum({ ...data, remarks }, who, 4_100_000, 5_000_000);
  if (isRefused) expect(check).toThrow('over the maximum inventory: $50,800.00 of $50,000.00');
  else expect(check).not.toThrow();
});
