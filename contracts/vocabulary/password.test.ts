import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginSecondFactor, removeSecondFactor } from '../api/second-factor.ts';
import { loginRequest } from '../api/session.ts';
import { passwordProblem } from './password.ts';

describe('a new password (product: Change password)', () => {
  it.each([
    ['', 'New password must have at least 8 characters.'],
    ['Aa1!567', 'New password must have at least 8 characters.'],
    ['Aa1!'.repeat(101), 'New password must have at most 400 characters.'],
    ['ABCDEF1!', 'New password must contain a lower case letter.'],
    ['abcdef1!', 'New password must contain an upper case letter.'],
    ['Abcdefg!', 'New password must contain a number.'],
    ['Abcdefg1', 'New password must contain a special character.'],
    ['Abcdef_1', 'New password must contain a special character.'],
  ])('%s: %s', (password, message) => {
    expect(passwordProblem(password)).toBe(message);
  });

  it.each(['Demo-pass-1', 'Abcdef1!', 'Abcdef1 ', 'Zürich1é?', 'Aa1!'.repeat(100)])(
    '%s will do',
    (password) => {
      expect(passwordProblem(password)).toBeNull();
    },
  );

  it('the first failing rule is the one that is shown', () => {
    expect(passwordProblem('short')).toBe('New password must have at least 8 characters.');
    expect(passwordProblem('--------')).toBe('New password must contain a lower case letter.');
  });

  it('counts a character outside the basic plane once', () => {
    expect(passwordProblem('Aa1!\u{1F48E}\u{1F48E}\u{1F48E}')).toBe(
      'New password must have at least 8 characters.',
    );
  });

  it('given 400 such characters, when one more comes, then it is too long, and not before', () => {
    const longest = `Aa1!${'\u{1F48E}'.repeat(396)}`;
    expect(passwordProblem(longest)).toBeNull();
    expect(passwordProblem(`${longest}\u{1F48E}`)).toBe('New password must have at most 400 characters.');
    // And where it is entered it is as long
    for (const { password } of [loginRequest.shape, beginSecondFactor.shape, removeSecondFactor.shape]) {
      expect(password.safeParse(longest).success).toBe(true);
      expect(password.safeParse(`${longest}\u{1F48E}`).error?.issues).toMatchObject([
        { message: 'A password has at most 400 characters.' },
      ]);
    }
  });

  it('agrees with the rules taken one by one on any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '7', '_', '-', ' ', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(text, (password) => {
        const passes =
          password.length >= 8 &&
          /[a-z]/.test(password) &&
          /[A-Z]/.test(password) &&
          /[0-9]/.test(password) &&
          /\W/.test(password);
        expect(passwordProblem(password) === null).toBe(passes);
      }),
    );
  });
});
