import type { VendorLinkResource } from '#contracts/api/vendor-links.ts';
import type { Actor } from '#contracts/events/index.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { isMailAddress, VENDOR_LINK_KEYS, type Mail, type SendMail } from '#services/mail/index.ts';
import { deriveId, hashBody, oncePerKey, type CommandContext } from '#services/platform/commands/index.ts';
import { isNarrowed, type Caller } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import {
  endOf,
  linkAddress,
  stateOf,
  wireLife,
  type LinkTokens,
} from '#services/platform/signed-links/index.ts';
import { currentVendor } from '../require-vendor.ts';
import { findLink, insertLink, linksOfVendor, noteSent, revokeLink, type VendorLink } from './link-store.ts';

export type LinkContext = CommandContext & {
  tokens: LinkTokens;
  sendMail: SendMail;
  /** Where the pages are. */
  publicUrl: string;
};
/** Who asks, under which `Idempotency-Key`. */
type Asked = { actor: Actor; key: string };

const urlOf = ({ tokens, publicUrl }: LinkContext, { id }: VendorLink): string =>
  linkAddress(publicUrl, '/vendorview', tokens.sign(id));

function wireLink(context: LinkContext, link: VendorLink): VendorLinkResource {
  const life = wireLife(link, context.clock());
  return {
    ...link,
    ...life,
    url: life.state === 'LIVE' ? urlOf(context, link) : null,
    sentAt: link.sentAt?.toISOString() ?? null,
  };
}

async function requireLink(db: LinkContext['db'], vendorId: number, linkId: string): Promise<VendorLink> {
  const link = await findLink(db, linkId);
  if (link?.vendorId !== vendorId)
    throw new Refusal(404, `Vendor ${vendorId} has no link ${linkId}.`, {
      code: 'UNKNOWN_LINK',
      field: 'link',
    });
  return link;
}

/**
 * A vendor's links, the newest first; without their addresses for a reader who sees no wholesale prices (rule: Price
 * modes). Throws Refusal 404 for an unknown vendor.
 */
export async function listLinks(
  context: LinkContext,
  vendorId: number,
  reader: Pick<Caller, 'showPrices'>,
): Promise<VendorLinkResource[]> {
  await currentVendor(context, vendorId);
  const links = (await linksOfVendor(context.db, vendorId)).map((link) => wireLink(context, link));
  return isNarrowed(reader) ? links.map((link) => ({ ...link, url: null })) : links;
}

/**
 * Makes a link that is valid for so many days (rule: Vendor's own view). Throws Refusal 404 for an unknown vendor, 409
 * when the key was used for another request.
 */
export async function makeLink(
  context: LinkContext,
  vendorId: number,
  days: number,
  { actor: { username }, key }: Asked,
): Promise<VendorLinkResource> {
  const id = deriveId('vendor-link', username, key);
  return oncePerKey(context, { commandId: id, bodyHash: hashBody({ vendorId, days }) }, async () => {
    await currentVendor(context, vendorId);
    const madeAt = context.clock();
    await insertLink(context.db, { id, vendorId, madeBy: username, madeAt, expiresAt: endOf(madeAt, days) });
    return wireLink(context, await requireLink(context.db, vendorId, id));
  });
}

/**
 * Sends a link by mail, once for a key. Throws Refusal 404 for an unknown vendor or link, 409 for a link that is no
 * longer valid or when the key was used for another request, 422 without an address.
 */
export async function sendLink(
  context: LinkContext,
  { vendorId, linkId, to }: { vendorId: number; linkId: string; to: string | undefined },
  { actor: { username }, key }: Asked,
): Promise<VendorLinkResource> {
  const commandId = deriveId('send-vendor-link', username, key);
  return oncePerKey(context, { commandId, bodyHash: hashBody({ vendorId, linkId, to }) }, async () => {
    const vendor = await currentVendor(context, vendorId);
    const address = to ?? vendor.settings.email;
    if (!isMailAddress(address))
      throw new Refusal(422, 'Give an e-mail address like name@example.com.', {
        code: 'NO_ADDRESS',
        field: 'to',
      });
    return context.db.transaction().execute(async (tx) => {
      const link = await requireLink(tx, vendorId, linkId);
      const now = context.clock();
      if (stateOf(link, now) !== 'LIVE')
        throw new Refusal(409, 'This link no longer works: create another one.', {
          code: 'LINK_NOT_GOOD',
          field: 'link',
        });
      if (await context.sendMail(linkMail(context, vendor, link, { address, key: commandId }), tx))
        await noteSent(tx, linkId, address, now);
      return wireLink(context, await requireLink(tx, vendorId, linkId));
    });
  });
}

/** Revokes a link: it stops working with the next call. Throws Refusal 404 for an unknown vendor or link. */
export async function revoke(
  context: LinkContext,
  vendorId: number,
  linkId: string,
  { username }: Actor,
): Promise<VendorLinkResource> {
  await requireLink(context.db, vendorId, linkId);
  await revokeLink(context.db, linkId, username, context.clock());
  return wireLink(context, await requireLink(context.db, vendorId, linkId));
}

function linkMail(
  context: LinkContext,
  { settings: { name } }: VendorRecord,
  link: VendorLink,
  { address, key }: { address: string; key: string },
): Mail {
  return {
    to: address,
    subject: `Your stock and statements at ${PRODUCT_NAME}`,
    key: `${VENDOR_LINK_KEYS}${key}`,
    secret: true,
    text: `Dear ${name},

your stock with us, its status and your statements are here:

  ${urlOf(context, link)}

The link is good until ${momentName(link.expiresAt.toISOString(), context.zone)}, without an account. Everyone who has it can see what it shows: please keep it to yourself.
`,
  };
}
