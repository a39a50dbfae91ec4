/** How many characters a password has at most; one outside the basic plane counts once. */
export const MOST_PASSWORD_CHARACTERS = 400;
const NOT_TOO_LONG = new RegExp(`^.{0,${MOST_PASSWORD_CHARACTERS}}$`, 'su');
/** True of a text that has no more characters than a password may have. */
export const isPasswordLength = (text: string): boolean => NOT_TOO_LONG.test(text);

const RULES: readonly [RegExp, string][] = [
  [/^.{8,}$/su, 'New password must have at least 8 characters.'],
  [NOT_TOO_LONG, `New password must have at most ${MOST_PASSWORD_CHARACTERS} characters.`],
  [/\p{Ll}/u, 'New password must contain a lower case letter.'],
  [/\p{Lu}/u, 'New password must contain an upper case letter.'],
  [/\p{Nd}/u, 'New password must contain a number.'],
  [/[^\p{L}\p{N}_]/u, 'New password must contain a special character.'],
];

/** The message of the first rule that a new password fails (product: Change password); null when it passes. */
export function passwordProblem(password: string): string | null {
  return RULES.find(([rule]) => !rule.test(password))?.[1] ?? null;
}
