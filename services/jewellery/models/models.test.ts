import { describe, expect, test } from 'vitest';
import { modelKey, parseEvent } from '#contracts/events/index.ts';
import { evolveModel, NO_DESCRIPTION, type Model } from '#contracts/jewellery/model.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { decideCancellation } from '../orders/cancel-back-order.ts';
import { changeModel } from './change-model.ts';
import { importModel } from './import-model.ts';
import { mayHaveModel } from './list-models.ts';
import { decideEdit } from './model-commands.ts';

const AT = '2026-04-13T15:00:00.000Z';
const RING: Model = {
  name: 'RS1',
  fields: {
    ...NO_DESCRIPTION,
    description: 'Ring',
    totalCents: 120_000,
    additionalQuantity: 2,
    tier: 'Reserve',
  },
};
const shown = { total: 1200, pieceTotals: [1200, 1500, null], availableQuantity: 3 };

describe('a model is known by its name', () => {
  test('whatever its case and spacing', () => {
    expect(modelKey(' RS  210W ')).toBe(modelKey('rs 210w'));
    expect(modelKey('RS-210W')).not.toBe(modelKey('RS 210W'));
  });

  test('as the end of a stream name, whatever is in it', () => {
    expect(modelKey('Anneau pavé / 18k')).toMatch(/^[A-Za-z0-9%._~!*'()-]+$/);
    expect(() => modelKey('\ud800')).not.toThrow();
  });
});

describe('importing', () => {
  test('given nothing, a row makes the model known', () => {
    const row = { name: 'RS1', fields: { description: 'Ring', additionalQuantity: 2 } };
    const [event] = importModel(null, row, AT);
    expect(event).toEqual({ type: 'ModelImported', data: { ...row, effectiveAt: AT } });
    expect(evolveModel(null, event!)).toEqual({
      name: 'RS1',
      fields: { ...NO_DESCRIPTION, description: 'Ring', additionalQuantity: 2 },
    });
  });

  test('given the model, an empty cell empties the field and a column that is not there leaves it', () => {
    const [event] = importModel(
      RING,
      { name: 'RS1', fields: { description: null, additionalQuantity: 2 } },
      AT,
    );
    expect(evolveModel(RING, event!).fields).toEqual({ ...RING.fields, description: null });
  });

  test('given it stands so already, nothing', () => {
    expect(
      importModel(RING, { name: 'rs1', fields: { description: 'Ring', additionalQuantity: 2 } }, AT),
    ).toEqual([]);
  });
});

describe('editing', () => {
  test('what may be edited and differs is recorded, nothing else', () => {
    const edit = {
      name: 'RS1',
      description: 'Ring',
      additionalQuantity: 5,
      photoUrl: '',
      tier: 'Unbound',
      hide: false,
      total: 1200,
      pieceTotals: [1200, 1500, null],
      availableQuantity: 3,
      availableTotalQty: 8,
    };
    expect(changeModel(RING, edit, shown, AT)).toEqual([
      {
        type: 'ModelChanged',
        data: { changes: { additionalQuantity: 5, tier: 'Unbound' }, effectiveAt: AT },
      },
    ]);
    expect(changeModel(RING, { name: 'RS1', additionalQuantity: 2 }, shown, AT)).toEqual([]);
  });

  test('an address and the tier are emptied by null and by nothing', () => {
    expect(changeModel(RING, { name: 'RS1', tier: null }, shown, AT)).toMatchObject([
      { data: { changes: { tier: null } } },
    ]);
    expect(changeModel(RING, { name: 'RS1', tier: '' }, shown, AT)).toMatchObject([
      { data: { changes: { tier: null } } },
    ]);
  });

  test('an address that no page shows is refused; one that stands so already is left', () => {
    const photoUrl = 'http://m.example.com/a.jpg';
    expect(() => changeModel(RING, { name: 'RS1', photoUrl }, shown, AT)).toThrow(
      expect.objectContaining({
        message: 'photoUrl: An address begins with https:// and has no spaces.',
        field: 'model.photoUrl',
        status: 422,
      }),
    );
    const recorded = { type: 'ModelChanged', data: { changes: { photoUrl }, effectiveAt: AT } } as const;
    expect(parseEvent(recorded.type, recorded.data, 1)).toEqual(recorded);
    expect(
      changeModel(evolveModel(RING, recorded), { name: 'RS1', photoUrl, additionalQuantity: 5 }, shown, AT),
    ).toMatchObject([{ data: { changes: { additionalQuantity: 5 } } }]);
  });

  test.each([
    [{ description: 'Other' }, 'model.description'],
    [{ subType: 'Halo' }, 'model.subType'],
    [{ labGrown: true }, 'model.labGrown'],
    [{ total: 1200.01 }, 'model.total'],
    [{ pieceTotals: [1200, 1500] }, 'model.pieceTotals'],
    [{ availableQuantity: 4 }, 'model.availableQuantity'],
    [{ availableTotalQty: 6 }, 'model.availableTotalQty'],
  ])('%o is refused with the field named', (change, field) => {
    expect(() => changeModel(RING, { name: 'RS1', ...change }, shown, AT)).toThrow(
      expect.objectContaining({ field, status: 422 }),
    );
  });

  test('the first edit of a model that only its pieces describe imports it', () => {
    expect(decideEdit(null, { name: 'RS1', hide: true }, shown, RING, AT).map(({ type }) => type)).toEqual([
      'ModelImported',
      'ModelChanged',
    ]);
    expect(decideEdit(null, { name: 'RS1', hide: false }, shown, RING, AT)).toEqual([]);
    expect(() => decideEdit(null, { name: 'RS1', hide: true }, shown, null, AT)).toThrow(
      'There is no model RS1.',
    );
  });
});

test('hidden models are closed to all, lab-grown ones open with their line', () => {
  const access = {
    allowLogin: true,
    allowActions: true,
    fmAllowed: true,
    lgAllowed: false,
    fcAllowed: true,
    legend: false,
  };
  expect(mayHaveModel({ hide: true, labGrown: null }, null)).toBe(false);
  expect(mayHaveModel({ hide: null, labGrown: true }, access)).toBe(false);
  expect(mayHaveModel({ hide: false, labGrown: true }, { ...access, lgAllowed: true })).toBe(true);
  expect(mayHaveModel({ hide: null, labGrown: null }, access)).toBe(true);
});

describe('cancelling', () => {
  const order = {
    orderId: 'o',
    requestId: 'r',
    model: 'RS1',
    quantity: 3,
    filled: ['P-1'],
    allotted: [],
    allotments: 1,
    cancelled: 0,
    placedAt: AT,
    placedPosition: '1',
    placedBy: { username: 'a', role: 'customer' as const },
    remarks: null,
  };
  const nothing = { requests: [], finished: [] };

  test('takes back what is open, not what was requested', () => {
    expect(decideCancellation({ ...nothing, orders: [order] }, 'o', 'why', AT)).toEqual({
      type: 'BackOrderCancelled',
      data: { orderId: 'o', quantity: 2, reason: 'why', effectiveAt: AT },
    });
  });

  test.each([
    ['an order there is not', []],
    ['one that is filled', [{ ...order, quantity: 1 }]],
    [
      'one that is being requested',
      [{ ...order, allotted: [{ instructionId: 'i', parcelNames: ['P-2', 'P-3'] }] }],
    ],
  ])('of %s is refused', (_, orders) => {
    expect(() => decideCancellation({ ...nothing, orders }, 'o', undefined, AT)).toThrow(Refusal);
  });

  test('of one whose request is not answered yet is refused: its pieces are still being chosen', () => {
    const request = { requestId: 'r', bodyHash: null, commandId: 'k', actor: order.placedBy, remarks: null };
    const orders = { ...nothing, orders: [order], requests: [request] };
    expect(() => decideCancellation(orders, 'o', undefined, AT)).toThrow(Refusal);
  });
});
