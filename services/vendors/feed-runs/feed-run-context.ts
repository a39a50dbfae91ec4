import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import type { FeedShares } from './hold-run.ts';

/** What runs of feeds need. */
export type FeedRunContext = CommandContext & {
  files: FileStore;
  /** The current names of shapes. */
  shapeName(): Promise<ShapeName>;
  shares: FeedShares;
};
