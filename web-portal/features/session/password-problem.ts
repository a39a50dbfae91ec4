import { passwordProblem } from '#contracts/vocabulary/password.ts';

/** The message of the first rule that fails (product: Change password); null when all hold. */
export function changeProblem(form: {
  oldPassword: string;
  newPassword: string;
  repeated: string;
}): string | null {
  if (form.oldPassword === '') return 'Please enter your old password.';
  return newPasswordProblem(form);
}

/** As `changeProblem`, where no old password is asked for. */
export function newPasswordProblem(form: { newPassword: string; repeated: string }): string | null {
  return (
    passwordProblem(form.newPassword) ??
    (form.repeated === form.newPassword ? null : "Repeated passwords don't match.")
  );
}
