import { z } from 'zod';

// What could end a header line, or turn the direction of what follows it.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const UNPRINTABLE_IN_BODY = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A single address: no name before it, no list, nothing that a header could be made of. */
const mailAddressSchema = z
  .email('Give an e-mail address like name@example.com.')
  .max(200, 'An e-mail address has at most 200 characters.');

/**
 * A mail as it goes into the outbox. A subject is one line of at most 200 characters; control characters are taken out
 * of subject and text, so that no value in them can become a header.
 */
export const mailSchema = z.object({
  to: mailAddressSchema,
  subject: z.string().transform((text) => text.replace(UNPRINTABLE, ' ').trim().slice(0, 200)),
  text: z
    .string()
    .max(200_000)
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE_IN_BODY, '')),
  html: z.string().max(200_000).optional(),
  /** What the mail is about, e.g. `sync/4711`: the same key again is the same mail, and is not sent again. */
  key: z.string().min(1).max(300),
  /** A file of the file store, attached under this name. */
  attachment: z.object({ fileName: z.string().min(1).max(200), key: z.string().min(1).max(300) }).optional(),
  /** Holds a password, or a link that opens something: the text is forgotten once it is delivered. */
  secret: z.boolean().optional(),
});
export type Mail = z.input<typeof mailSchema>;

/**
 * The keys of mails with a link to a vendor's own view begin so. It shows costs, so the outbox shows their text with
 * wholesale prices only (rule: Price modes).
 */
export const VENDOR_LINK_KEYS = 'vendor-link/';

/** True for an address that a mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return mailAddressSchema.safeParse(text).success;
}
