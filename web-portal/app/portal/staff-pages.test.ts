import { expect, it } from 'vitest';
import { MADE_USERS } from '../../testing/made-people.ts';
import { staffPageNamed } from './staff-pages.ts';

const pathFor = (username: string, name: string): string | undefined =>
  staffPageNamed(
    MADE_USERS.find((user) => user.username === username)!,
    name,
  )?.path;

it('a link names a staff page in the sidebar’s words, in whatever case, to those who may open it (product: Shell links)', () => {
  expect(['Users', 'users', 'BILLING', 'nowhere'].map((name) => pathFor('demo-admin', name))).toEqual([
    '/admin/users',
    '/admin/users',
    '/admin/billing',
    undefined,
  ]);
  expect([pathFor('demo-rep', 'Users'), pathFor('demo-rep', 'Billing')]).toEqual(['/admin/users', undefined]);
  expect(pathFor('demo-customer', 'Users')).toBeUndefined();
});
