/**
 * Why a sign-in by the house's provider failed, as the sign-in page says it; the address has the code alone, so that
 * no other site can put words on our page.
 */
const SIGN_IN_PROBLEMS = {
  'begin-again': 'The sign-in took too long, or was begun in another window. Please try again.',
  'try-again': 'Please try again in a moment.',
  'provider-away': 'The sign-in service does not answer. Please try again in a moment, or use your password.',
  'provider-refused': 'The sign-in service did not sign you in. Please try again.',
  'no-verified-email':
    'The sign-in service knows no verified e-mail address of yours. Please ask an administrator.',
  'no-staff-user':
    'No member of staff has the e-mail address that you signed in with. Please ask an administrator.',
  'several-users':
    'Several members of staff have the e-mail address that you signed in with. Please ask an administrator.',
  'bound-elsewhere':
    'Your user belongs to another account of the sign-in service. Please ask an administrator.',
  'may-not-sign-in': 'Your user may not sign in. Please ask an administrator.',
} as const;
export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** The sentence of the problem that an address names behind `#`; null when it names none. */
export function signInProblemIn(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('problem') ?? '';
  return Object.entries(SIGN_IN_PROBLEMS).find(([known]) => known === code)?.[1] ?? null;
}
