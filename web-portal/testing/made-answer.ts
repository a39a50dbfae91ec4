import type { Stone } from '#contracts/api/stones.ts';

/** What a made house answers a call. */
export type HouseAnswer = { status: number; body?: unknown; signedIn?: string | null };

/** What the calls on desires and models need of the house that they are made in. */
export type MadeCircumstances = {
  seesPrices: boolean;
  freeStones: () => Stone[];
  request: (parcelNames: readonly string[], remarks: string | null) => HouseAnswer;
  /** Announces that something other than parcels changed; answers the position. */
  announce: () => string;
};
