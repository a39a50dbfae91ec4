import { passwordProblem } from '#contracts/vocabulary/password.ts';

/** What is amiss, and with which field of the form. */
export type FieldProblem<Name extends string> = { field: Name; message: string };

/** The first rule that fails (product: Change password); null when all hold. */
export function changeProblem(form: {
  oldPassword: string;
  newPassword: string;
  repeated: string;
}): FieldProblem<'oldPassword' | 'newPassword' | 'repeated'> | null {
  if (form.oldPassword === '') return { field: 'oldPassword', message: 'Please enter your old password.' };
  return newPasswordProblem(form);
}

/** As `changeProblem`, where no old password is asked for. */
export function newPasswordProblem(form: {
  newPassword: string;
  repeated: string;
}): FieldProblem<'newPassword' | 'repeated'> | null {
  const message = passwordProblem(form.newPassword);
  if (message !== null) return { field: 'newPassword', message };
  if (form.repeated === form.newPassword) return null;
  return { field: 'repeated', message: "Repeated passwords don't match." };
}
