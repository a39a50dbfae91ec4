import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordProblem } from '#contracts/vocabulary/password.ts';
import { newPassword } from './new-password.ts';

test('whatever is drawn, the password satisfies the rules and can be read from a mail', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (draws) => {
      const below = (limit: number): number => (draws.next().value as number) % limit;
      const password = newPassword(below);
      expect(passwordProblem(password)).toBeNull();
      expect(password).toMatch(/^[^\sIl1O0]{16}$/);
    }),
  );
});

test('no two are alike', () => {
  const passwords = Array.from({ length: 1000 }, () => newPassword());
  expect(new Set(passwords).size).toBe(passwords.length);
});
