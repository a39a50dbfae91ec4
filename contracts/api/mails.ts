import { z } from 'zod';

/**
 * KEPT: no mail server is configured. WAITING: to be delivered, or tried again. FAILED: given up, for a person to see to.
 * DISMISSED: given up, and a person has seen to it.
 */
export const MAIL_STATES = ['KEPT', 'WAITING', 'SENT', 'FAILED', 'DISMISSED'] as const;

/** A row of GET /api/mails: the outbox, for administrators. */
export const mailResource = z.object({
  id: z.number(),
  /** What the mail is about; the same key is the same mail. */
  key: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** Name of the attached file. */
  attachment: z.string().nullish(),
  state: z.enum(MAIL_STATES),
  attempts: z.number(),
  createdAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  /** Who settled it undelivered, and when; null while it is not DISMISSED. */
  dismissedBy: z.string().nullish(),
  dismissedAt: z.string().nullish(),
});
export type MailResource = z.infer<typeof mailResource>;
