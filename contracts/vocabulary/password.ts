const RULES: readonly [RegExp, string][] = [
  [/^.{8,}$/su, 'New password must have at least 8 characters.'],
  [/^[^]{0,400}$/, 'New password must have at most 400 characters.'],
  [/\p{Ll}/u, 'New password must contain a lower case letter.'],
  [/\p{Lu}/u, 'New password must contain an upper case letter.'],
  [/\p{Nd}/u, 'New password must contain a number.'],
  [/[^\p{L}\p{N}_]/u, 'New password must contain a special character.'],
];

/** The message of the first rule that a new password fails (product: Change password); null when it passes. */
export function passwordProblem(password: string): string | null {
  return RULES.find(([rule]) => !rule.test(password))?.[1] ?? null;
}
