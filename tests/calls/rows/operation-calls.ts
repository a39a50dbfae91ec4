import { TIERS } from '#contracts/vocabulary/tiers.ts';
import type { Call } from '../call.ts';

/** What runs the house: health, projections, mails, the trading system, watch lists. */
export const OPERATION_CALLS: readonly Call[] = [
  { call: 'GET /healthz', who: 'anyone' },
  { call: 'GET /readyz', who: 'anyone' },
  { call: 'GET /metrics', who: 'anyone' },
  { call: 'GET /api/projections', who: 'administer' },
  { call: 'GET /api/projections/{id}', who: 'administer', sends: () => ({ path: { id: 'parcels' } }) },
  {
    call: 'POST /api/projections/{id}/rebuild',
    who: 'administer',
    good: 202,
    // Another each time: one that is being rebuilt is refused.
    sends: (world) => ({ path: { id: world.anotherProjection() } }),
  },
  { call: 'POST /api/projections/{id}/retry', who: 'administer', sends: () => ({ path: { id: 'parcels' } }) },
  { call: 'GET /api/asset-pages', who: 'administer' },
  {
    call: 'GET /api/asset-pages/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.assetPage() } }),
  },
  {
    call: 'POST /api/asset-pages',
    who: 'administer',
    good: 201,
    sends: (world) => ({ body: { path: `/${world.newName()}.html`, title: 'About', place: 1 } }),
  },
  {
    call: 'PUT /api/asset-pages/{id}',
    who: 'administer',
    sends: async (world) => ({
      path: { id: await world.assetPage() },
      body: { path: `/${world.newName()}.html`, title: 'About', place: 1 },
    }),
  },
  {
    call: 'DELETE /api/asset-pages/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.assetPage() } }),
  },
  { call: 'GET /api/attribute-lists', who: 'administer' },
  {
    call: 'GET /api/attribute-lists/{id}',
    who: 'administer',
    sends: () => ({ path: { id: 'shapes' } }),
  },
  {
    call: 'PUT /api/attribute-lists/{id}',
    who: 'administer',
    sends: (world) => ({
      path: { id: 'tiers' },
      body: {
        entries: TIERS.map((value) =>
          value === 'Clarity' ? { value, description: `Grown, ${world.newName()}` } : { value },
        ),
      },
    }),
  },
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
  {
    call: 'POST /api/mails/{id}/dismiss',
    who: 'administer',
    // The mail has not failed.
    good: 409,
    sends: async (world) => ({ path: { id: await world.mail() } }),
  },
  { call: 'GET /api/referrals', who: 'administer' },
  { call: 'GET /api/vendor-notices', who: 'staff' },
  { call: 'GET /api/today', who: 'staff' },
  { call: 'GET /api/ageing', who: 'staff' },
  { call: 'GET /api/anomalies', who: 'administer' },
  {
    call: 'GET /api/anomalies/{id}/steps',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.anomaly() } }),
  },
  {
    call: 'POST /api/anomalies/{id}/steps',
    who: 'administer',
    sends: async (world) => ({
      path: { id: await world.anomaly() },
      body: { action: 'NOTE', note: world.newName() },
    }),
  },
  { call: 'GET /api/history', who: 'administer' },
  {
    call: 'GET /api/history/{id}/effect',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.entry() } }),
  },
  {
    call: 'GET /api/parcels/{name}/timeline',
    who: 'administer',
    sends: async (world) => ({ path: { name: await world.one('handedOn', 'natural') } }),
  },
  // No trading system is configured here.
  { call: 'POST /sync/sync', who: 'administer', good: 402 },
  { call: 'GET /api/suspense', who: 'administer' },
  // Nothing of the kind waits here.
  {
    call: 'POST /api/suspense/{id}/retry',
    who: 'administer',
    good: 404,
    sends: () => ({ path: { id: 'none' } }),
  },
  {
    call: 'GET /api/suspense/{id}/steps',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.suspended() } }),
  },
  {
    call: 'POST /api/suspense/{id}/steps',
    who: 'administer',
    sends: async (world) => ({
      path: { id: await world.suspended() },
      body: { action: 'NOTE', note: world.newName() },
    }),
  },
  {
    call: 'POST /api/suspense/{id}/re-point',
    who: 'administer',
    sends: async (world) => ({
      path: { id: await world.suspended() },
      body: { parcelName: world.newName(), note: 'as on the paper' },
    }),
  },
  { call: 'POST /api/suspense/retry', who: 'administer' },
  { call: 'GET /api/stuck-instructions', who: 'administer' },
  { call: 'POST /api/stuck-instructions/retry', who: 'administer' },
  { call: 'GET /api/syncs', who: 'administer' },
];
