import type { Call } from '../call.ts';

const SCHEDULE = '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90';
const UNKNOWN = { path: { id: 'none' } };

/** Reports of the house. */
export const REPORT_CALLS: readonly Call[] = [
  { call: 'POST /reports/combined', who: 'staff' },
  { call: 'POST /reports/year', who: 'readOwn' },
  { call: 'POST /reports/runs', who: 'staff' },
  { call: 'GET /reports/runs', who: 'staff' },
  // Each person has reports of its own: a caller of the table has none of this id.
  { call: 'GET /reports/runs/{id}', who: 'staff', good: 402, sends: () => UNKNOWN },
  { call: 'GET /api/report-schedules', who: 'administer' },
  {
    call: 'PUT /api/report-schedules/{id}',
    who: 'administer',
    sends: () => ({
      path: { id: SCHEDULE },
      body: { every: 'WEEK', day: 'MON', at: '06:30', recipients: ['rep'], withCost: false },
    }),
  },
  {
    call: 'DELETE /api/report-schedules/{id}',
    who: 'administer',
    good: 404,
    sends: () => ({ path: { id: '00000000-0000-4000-8000-000000000000' } }),
  },
  { call: 'GET /api/figures', who: 'staff' },
  { call: 'GET /api/figures/stones', who: 'staff', sends: () => ({ query: { of: 'HELD' } }) },
  { call: 'GET /reports/runs/{id}/file', who: 'staff', good: 402, sends: () => UNKNOWN },
];
