import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import type { Mail } from '#services/mail/index.ts';
import type { FeedRun } from '../feed-runs/run-store.ts';
import type { FeedSourceContext } from './feed-source-context.ts';

type MailContext = Pick<FeedSourceContext, 'houseEmail' | 'publicUrl' | 'zone'>;

/** The house's mail that a vendor's file could not be fetched; one until it can be again. */
export function notFetchedMail(
  { houseEmail, publicUrl, zone }: MailContext,
  { vendorId, settings: { name } }: VendorRecord,
  reason: string,
  at: Date,
): Mail {
  return {
    to: houseEmail,
    key: `feed-source/${vendorId}/${at.toISOString()}`,
    subject: `The feed of ${name} could not be fetched`,
    text: `On ${momentName(at.toISOString(), zone)} the feed of ${name} could not be fetched:

${reason}

It is tried again at its next time, without another mail while it goes on failing.
${new URL(`/admin/vendors/${vendorId}/feed`, publicUrl).href}
`,
  };
}

/** The house's mail that a feed came and could not be applied yet, and why; one of each feed. */
export function notYetAppliedMail(
  { houseEmail, publicUrl }: MailContext,
  { settings: { name } }: VendorRecord,
  { id, fileName }: Pick<FeedRun, 'id' | 'fileName'>,
  reason: string,
): Mail {
  return {
    to: houseEmail,
    key: `feed-run/${id}/not-yet`,
    subject: `The feed of ${name} could not be applied yet`,
    text: `The scheduled feed of ${name} (${fileName}) could not be applied yet:

${reason}

It is tried again, without another mail while it goes on failing.
${new URL(`/admin/feed-runs/${id}/show`, publicUrl).href}
`,
  };
}

/** The house's mail that a feed came and was not applied, and why. */
export function notAppliedMail(
  { houseEmail, publicUrl }: MailContext,
  { settings: { name } }: VendorRecord,
  { id, fileName }: Pick<FeedRun, 'id' | 'fileName'>,
  reasons: readonly string[],
): Mail {
  return {
    to: houseEmail,
    key: `feed-run/${id}`,
    subject: `The feed of ${name} was not applied`,
    text: `The scheduled feed of ${name} (${fileName}) was not applied. Nothing was changed.

${reasons.join('\n')}

${new URL(`/admin/feed-runs/${id}/show`, publicUrl).href}
`,
  };
}
