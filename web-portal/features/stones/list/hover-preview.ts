import { OWN_HOST } from '#contracts/vocabulary/portal-defaults.ts';
import type { ListRow } from '../../../lists/list-row.ts';

/**
 * The film that may play on hover: https, and of a trusted host or a subdomain of one (product: Gallery); of
 * this server where it is one of them. Null: none.
 */
export function previewUrl(
  { photoUrl }: Pick<ListRow, 'photoUrl'>,
  trusted: readonly string[],
): string | null {
  if (photoUrl === undefined) return null;
  if (/^\/(?!\/)/.test(photoUrl)) return trusted.includes(OWN_HOST) ? photoUrl : null;
  if (!URL.canParse(photoUrl)) return null;
  const { protocol, hostname } = new URL(photoUrl);
  const known = trusted.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && known ? photoUrl : null;
}
