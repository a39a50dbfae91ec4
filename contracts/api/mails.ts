import { z } from 'zod';

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
  /** KEPT: no mail server is configured. WAITING: to be delivered, or tried again. FAILED: given up. */
  state: z.enum(['KEPT', 'WAITING', 'SENT', 'FAILED']),
  attempts: z.number(),
  createdAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
});
export type MailResource = z.infer<typeof mailResource>;
