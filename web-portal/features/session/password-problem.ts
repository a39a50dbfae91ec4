import { passwordProblem } from '#contracts/vocabulary/password.ts';

/** The first rule that fails, in the specification's words (section 5: change password); null when all hold. */
export function changeProblem(form: {
  oldPassword: string;
  newPassword: string;
  repeated: string;
}): string | null {
  if (form.oldPassword === '') return 'Please enter your old password.';
  return (
    passwordProblem(form.newPassword) ??
    (form.repeated === form.newPassword ? null : "Repeated passwords don't match.")
  );
}
