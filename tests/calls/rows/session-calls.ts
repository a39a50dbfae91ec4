import { PASSWORD } from '#tests/support/small-world.ts';
import type { Call } from '../call.ts';

const CODE = { body: { code: '000000' } };
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

/**
 * Signing in (as different users: each may try 20 times a minute), and what everyone who is signed in loads
 * (product: Session; product: Authentication calls).
 */
export const SESSION_CALLS: readonly Call[] = [
  {
    call: 'POST /login',
    who: 'anyone',
    sends: () => ({ body: { username: 'birch', password: PASSWORD } }),
  },
  {
    call: 'POST /login/ticket',
    who: 'anyone',
    sends: () => ({ body: { username: 'cedar', password: PASSWORD } }),
  },
  {
    call: 'POST /login/redeem',
    who: 'anyone',
    sends: async (world) => ({ body: { ticket: await world.ticket() } }),
  },
  {
    call: 'POST /login/forgot',
    who: 'anyone',
    sends: (world) => ({ body: { user: world.newName() } }),
  },
  {
    call: 'POST /login/newpassword',
    who: 'anyone',
    // Without a link no password can be chosen.
    good: 402,
    sends: () => ({ body: { token: 'unknown', newPassword: 'Other-pass-1' } }),
  },
  { call: 'GET /configuration', who: 'anyone' },
  { call: 'POST /login/check', who: 'read' },
  { call: 'POST /login/customer', who: 'read' },
  {
    call: 'POST /login/changepassword',
    who: 'read',
    // A new password would end the caller's sessions: this one is refused for the old one.
    good: 402,
    sends: () => ({ body: { username: 'alder', oldPassword: 'wrong', newPassword: 'Other-pass-1' } }),
  },
  { call: 'POST /login/sessions', who: 'read' },
  {
    call: 'POST /login/sessions/end',
    who: 'read',
    // Another session than the caller's would end with a good one.
    good: 402,
    sends: () => ({ body: { id: NO_SESSION } }),
  },
  {
    call: 'GET /api/users/{id}/sessions',
    who: 'administer',
    sends: () => ({ path: { id: 'alder' } }),
  },
  {
    call: 'DELETE /api/users/{id}/sessions',
    who: 'administer',
    sends: () => ({ path: { id: 'gone' } }),
  },
  {
    call: 'DELETE /api/users/{id}/sessions/{session}',
    who: 'administer',
    // There is none that could be ended.
    good: 404,
    sends: () => ({ path: { id: 'gone', session: NO_SESSION } }),
  },
  { call: 'POST /login/secondfactor', who: 'read' },
  {
    call: 'POST /login/secondfactor/begin',
    who: 'staff',
    // A second factor would be asked for at the caller's next sign-in: these are refused for password and code.
    good: 402,
    sends: () => ({ body: { password: 'wrong' } }),
  },
  { call: 'POST /login/secondfactor/confirm', who: 'staff', good: 402, sends: () => CODE },
  { call: 'POST /login/secondfactor/codes', who: 'read', good: 402, sends: () => CODE },
  {
    call: 'POST /login/secondfactor/remove',
    who: 'read',
    good: 402,
    sends: () => ({ body: { password: 'wrong', ...CODE.body } }),
  },
  {
    call: 'GET /api/users/{id}/second-factor',
    who: 'administer',
    sends: () => ({ path: { id: 'rep' } }),
  },
  {
    call: 'DELETE /api/users/{id}/second-factor',
    who: 'administer',
    sends: () => ({ path: { id: 'gone' } }),
  },
  { call: 'POST /api/view-as', who: 'staff', sends: () => ({ body: { customerId: 7 } }) },
  // No caller views as a customer here.
  { call: 'POST /api/view-as/end', who: 'read', good: 409 },
  { call: 'POST /logout', who: 'anyone' },
  { call: 'POST /attributes/all', who: 'read' },
  { call: 'GET /attributes/all', who: 'read' },
  { call: 'POST /admin/getassetpages', who: 'read' },
  {
    call: 'POST /admin/makecustomerreferral',
    who: 'anyone',
    sends: (world) => ({
      body: {
        gifterName: 'Ann Alder',
        gifterEmail: 'ann@example.com',
        recipientName: 'Fred Friend',
        recipientEmail: `fred-${world.newName()}@example.com`,
      },
    }),
  },
];
