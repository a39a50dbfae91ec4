import type { Call } from '../call-table.ts';

/** What runs the house: health, projections, mails, the trading system, watch lists. */
export const OPERATION_CALLS: readonly Call[] = [
  { call: 'GET /healthz', who: 'anyone' },
  { call: 'GET /readyz', who: 'anyone' },
  { call: 'GET /metrics', who: 'anyone' },
  { call: 'GET /api/projections', who: 'administer' },
  { call: 'GET /api/projections/{id}', who: 'administer', sends: () => ({ path: { id: 'parcels' } }) },
  { call: 'GET /api/mails', who: 'administer' },
  {
    call: 'GET /api/mails/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.mail() } }),
  },
  {
    call: 'POST /api/mails/{id}/deliver',
    who: 'administer',
    // No mail server is configured here.
    good: 422,
    sends: async (world) => ({ path: { id: await world.mail() } }),
  },
  { call: 'GET /api/referrals', who: 'administer' },
  { call: 'GET /api/vendor-notices', who: 'staff' },
  { call: 'GET /api/repricings', who: 'administer' },
  { call: 'GET /api/ageing', who: 'staff' },
  { call: 'GET /api/anomalies', who: 'administer' },
  { call: 'GET /api/history', who: 'administer' },
  {
    call: 'GET /api/parcels/{name}/timeline',
    who: 'administer',
    sends: async (world) => ({ path: { name: await world.one('handedOn', 'natural') } }),
  },
  // No trading system is configured here.
  { call: 'POST /sync/sync', who: 'administer', good: 402 },
  { call: 'GET /api/suspense', who: 'administer' },
  { call: 'GET /api/syncs', who: 'administer' },
];
