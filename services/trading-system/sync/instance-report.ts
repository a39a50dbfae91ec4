import type { TradingInstance } from '#contracts/trading-system/wire.ts';

/** What one sync of one instance came to. */
export type InstanceReport = {
  instance: TradingInstance;
  /** Documents the peer sent: each of them recorded, already known, or suspended. */
  read: number;
  recorded: number;
  already: number;
  suspended: number;
  /** Documents that left the suspense list. */
  resolved: number;
  /** Why it ended early; what was counted above is done all the same. */
  failed?: string;
};
