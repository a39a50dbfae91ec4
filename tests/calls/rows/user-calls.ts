import type { Call } from '../call.ts';

const fresh = (name: string) => ({ body: { username: name, email: `${name}@example.com`, customerId: 7 } });

/** Users, for reps and administrators (rule: Reps). */
export const USER_CALLS: readonly Call[] = [
  { call: 'POST /admin/allusers', who: 'staff' },
  { call: 'GET /api/users', who: 'staff' },
  { call: 'GET /api/users/{id}', who: 'staff', sends: () => ({ path: { id: 'alder' } }) },
  { call: 'POST /admin/newuser', who: 'staff', sends: (world) => fresh(world.newName()) },
  { call: 'POST /api/users', who: 'staff', good: 201, sends: (world) => fresh(world.newName()) },
  {
    call: 'POST /admin/updateuser',
    who: 'staff',
    sends: () => ({ body: { username: 'gone', firstName: 'Gone' } }),
  },
  {
    call: 'PUT /api/users/{id}',
    who: 'staff',
    sends: () => ({ path: { id: 'gone' }, body: { firstName: 'Gone' } }),
  },
  { call: 'POST /admin/resetpassword', who: 'staff', sends: () => ({ body: { username: 'gone' } }) },
];
