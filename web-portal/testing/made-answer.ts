import type { Stone } from '#contracts/api/stones.ts';

/** What the fake server answers a call. */
export type FakeAnswer = {
  status: number;
  body?: unknown;
  signedIn?: string | null;
  headers?: Readonly<Record<string, string>>;
};

/** What the calls on desires and models need of the server. */
export type MadeCircumstances = {
  seesPrices: boolean;
  freeStones: () => Stone[];
  request: (parcelNames: readonly string[], remarks: string | null) => FakeAnswer;
  /** Announces that something other than parcels changed; answers the position. */
  announce: () => string;
};
