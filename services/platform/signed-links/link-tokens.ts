import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

const ID_BYTES = 16;
const MAC_BYTES = 32;

/**
 * The tokens of links of one kind: a link's id with its signature. Tokens are not stored; each is signed again when it
 * is shown.
 */
export type LinkTokens = {
  sign(linkId: string): string;
  /** The id of the link; null when the signature is not ours. */
  read(token: string): string | null;
};

/**
 * HMAC-SHA256 with a key derived from `secret` and the kind of link, so that a token of one kind is not valid for
 * another; signatures are compared in constant time.
 */
export function createLinkTokens(secret: string, leadsTo: string): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `link to ${leadsTo}`, 32));
  const macOf = (id: Uint8Array): Buffer => createHmac('sha256', key).update(id).digest();
  return {
    sign(linkId) {
      const id = parse(linkId);
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      return timingSafeEqual(macOf(id), bytes.subarray(ID_BYTES)) ? stringify(id) : null;
    },
  };
}
