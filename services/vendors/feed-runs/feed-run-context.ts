import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import type { FeedShares } from './hold-run.ts';

/** What the runs of feeds are given. */
export type FeedRunContext = CommandContext & {
  files: FileStore;
  /** What shapes are called now. */
  shapeName(): Promise<ShapeName>;
  shares: FeedShares;
};
