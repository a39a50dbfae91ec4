import { z } from 'zod';
import { mailAddress } from './edit-fields.ts';

// Nothing that a mail program would turn into a link: what a stranger types goes out in the house's name. A domain of any
// ending is a dot, also an ideographic one, between two letters or digits; 'J. P. Birch' and 'St. John' have none.
const LINK = /[/\\@<>]|\p{L}{2,}:\S|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}{2,}/u;
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const personName = (whose: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter ${whose} name.`)
    .max(80, 'A name has at most 80 characters.')
    .refine(
      (name) => !LINK.test(name) && !CONTROL.test(name),
      'A name may not have links, line breaks or the signs < > @ / \\: leave them out, and put a space after a full stop or a colon.',
    );

const address = (whose: string) =>
  mailAddress(
    'An e-mail address has at most 200 characters.',
    `Enter ${whose} e-mail address, like name@example.com.`,
  );

/** POST /admin/makecustomerreferral (product: Referral page; product: Admin calls): a jeweller refers a friend. */
export const referralRequest = z.object({
  gifterName: personName('your'),
  gifterEmail: address('your'),
  recipientName: personName("your friend's"),
  recipientEmail: address("your friend's"),
});
export type ReferralRequest = z.infer<typeof referralRequest>;

export const referralReply = z.object({ message: z.literal('Referral Sent') });

/** A row of GET /api/referrals, for administrators. */
export const referralResource = z.object({
  id: z.number(),
  gifterName: z.string(),
  gifterEmail: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  createdAt: z.string(),
});
export type ReferralResource = z.infer<typeof referralResource>;
