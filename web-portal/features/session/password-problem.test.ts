import { describe, expect, it } from 'vitest';
import { changeProblem } from './password-problem.ts';

const form = { oldPassword: 'Old-pass-1', newPassword: 'New-pass-1', repeated: 'New-pass-1' };

describe('Change password: the first failing message, and its field (product: Change password)', () => {
  it.each([
    [{ oldPassword: '' }, 'Please enter your old password.'],
    [{ newPassword: 'Ab-1' }, 'New password must have at least 8 characters.'],
    [{ newPassword: 'Ab-1'.repeat(101) }, 'New password must have at most 400 characters.'],
    [{ newPassword: 'NEW-PASS-1' }, 'New password must contain a lower case letter.'],
    [{ newPassword: 'new-pass-1' }, 'New password must contain an upper case letter.'],
    [{ newPassword: 'New-pass-x' }, 'New password must contain a number.'],
    [{ newPassword: 'Newpass_11' }, 'New password must contain a special character.'],
    [{ repeated: 'New-pass-2' }, "Repeated passwords don't match."],
  ])('%o', (change, message) =>
    expect(changeProblem({ ...form, ...change })).toEqual({ field: Object.keys(change)[0], message }),
  );
  it('none when every rule holds', () => expect(changeProblem(form)).toBeNull());
});
