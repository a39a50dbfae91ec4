import type { ClientLink, ClientPrices } from '#contracts/api/client-links.ts';
import type { Tone } from '#web-shared/components/chip/chip.tsx';

export const PRICE_WORDS: Readonly<Record<ClientPrices, string>> = {
  RETAIL: 'Retail prices',
  NONE: 'No prices',
};

export const STATE_WORDS: Readonly<Record<ClientLink['state'], readonly [tone: Tone, word: string]>> = {
  LIVE: ['good', 'Open'],
  EXPIRED: ['gone', 'Expired'],
  REVOKED: ['alert', 'Revoked'],
};
