import { HttpResponse } from 'msw';
import type { PlanReply } from '#contracts/api/reassortment-jobs.ts';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { madeCustomer } from './made-office.ts';
import type { World } from './render-back-office.tsx';

export const TEMPLATE: BinTemplate = {
  id: 'T-1',
  active: true,
  customerId: 7,
  idealInventoryName: 'Ideal 2026',
  templateString: '{shape}',
  bins: 1,
  loadedAt: '2026-11-20T15:00:00.000Z',
  locked: [],
  version: 'b1 P-1',
  stock: { fileHash: 'F-1', uploadedAt: '2026-11-20T16:00:00.000Z', rows: 3, unreadable: 0 },
};
export const PLAN: PlanReply = {
  id: 'P-1',
  templateId: 'T-1',
  idealInventoryName: 'Ideal 2026',
  madeBy: 'rep',
  position: '12',
  madeAt: '2026-11-20T16:01:00.000Z',
  retired: false,
  shipments: [],
  levels: [],
  bins: [],
  suggestedAdditions: [
    {
      parcelName: 'L-1',
      shapeCode: 'RD',
      weight: 1.1,
      total: 5000,
      overLimit: true,
      binSpec: 'RD',
      exactMatch: false,
      score: 1,
      reason: 'min 1, have 0',
      storeId: '1',
      storeName: 'Main Street',
    },
  ],
  suggestedRemovals: [
    {
      storeId: '1',
      storeName: 'Main Street',
      binSpec: null,
      quantity: 2,
      names: ['J-3', 'J-9'],
      reason: 'no bin is close',
      parcelNames: ['L-3'],
    },
  ],
};

/** A bin of it with nothing in it. */
export const BIN = {
  storeId: '1',
  storeName: 'Main Street',
  binSpec: 'RD',
  buckets: {},
  minQty: 1,
  targetQty: 2,
  maxQty: 3,
  targetValue: null,
  current: { quantity: 0, weight: 0, value: 0 },
  deployed: { quantity: 0, weight: 0, value: 0 },
  history: [],
  stones: [],
};

/** A customer with an ideal inventory, a stock and the one plan, P-1, that was made of it. */
export function withPlan(world: World, plan: PlanReply = PLAN): void {
  world.customers = [madeCustomer(7)];
  const { suggestedAdditions, suggestedRemovals, shipments, levels, bins, ...summary } = plan;
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([TEMPLATE]));
  world.respond('GET /api/reassortment/plans', () => HttpResponse.json([summary]));
  world.respond('GET /api/reassortment/plans/P-1', () => HttpResponse.json(plan));
  world.respond('GET /api/reassortment/jobs', () => HttpResponse.json([]));
  world.respond('POST /inventory/cart', () => HttpResponse.json([]));
  world.respond('POST /inventory/customer', () =>
    HttpResponse.json(['L-3', 'L-9'].map((parcelName) => ({ parcelName, status: 'CUSTOMER' }))),
  );
}
