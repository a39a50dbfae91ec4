import type { NewClientLink } from '#contracts/api/client-links.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

/** Client links of customer 7, and the tokens in them. */
export function clientLinksToCall({ as }: SmallVitrine, shown: () => Promise<string>) {
  const newClientLink = async (more: Partial<NewClientLink> = {}): Promise<{ id: string; token: string }> => {
    const body = { parcelNames: [await shown()], prices: 'NONE', ...more };
    const { status, text, json } = await (await as('alder')).post('/client-links', body);
    if (status !== 201) throw new Error(`no client link was made: ${status} ${text}`);
    const { id, url } = json as { id: string; url: string };
    return { id, token: url.split('#token=')[1]! };
  };
  let known: ReturnType<typeof newClientLink> | undefined;
  return {
    newClientLink,
    /** The token of one link for all calls that use none up. */
    clientToken: async (): Promise<string> => (await (known ??= newClientLink())).token,
  };
}
