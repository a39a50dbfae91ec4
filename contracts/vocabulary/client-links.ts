/** What a client link is bounded by (rule: Client link). */
export const CLIENT_LINK_LIMITS = {
  stones: 30,
  /** Of a customer, at one time. */
  liveLinks: 100,
  days: { least: 1, usual: 14, most: 60 },
  title: 80,
  message: 1000,
  questions: 20,
  question: 500,
} as const;
