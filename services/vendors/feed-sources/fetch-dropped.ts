import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { DropFolders } from '#services/platform/files/index.ts';
import { FEED_LIMITS } from '../feed/read-rows.ts';
import { FeedNotFetched } from './feed-address.ts';
import type { FetchedFile } from './fetch-https.ts';

/** All drop folders are below this one. */
export const DROPS = 'vendor-drops';

/** A file that changed more recently may still be written. */
const QUIET_MS = 60_000;

/** How many names of skipped files are kept: enough for a person to see what happened. */
const MOST_SKIPPED = 100;

/**
 * The newest file of a vendor's folder, with those that came since the one before and are skipped for it (rule: Feeds by
 * themselves); null while it may still be written. Throws FeedNotFetched where there is none or
 * it is too large, and FilesUnavailable.
 */
export async function fetchDropped(
  drops: DropFolders,
  { folder, readUntil }: { folder: string; readUntil: Date | null },
  now: Date,
): Promise<FetchedFile | null> {
  const files = await drops.filesIn(`${DROPS}/${folder}`);
  const inTime = files.toSorted((a, b) => +a.modifiedAt - +b.modifiedAt || compareText(a.name, b.name));
  const newest = inTime.at(-1);
  if (!newest) throw new FeedNotFetched(`There is no file in the folder ${DROPS}/${folder}.`);
  const age = now.getTime() - newest.modifiedAt.getTime();
  if (age >= 0 && age < QUIET_MS) return null;
  if (newest.size > FEED_LIMITS.bytes)
    throw new FeedNotFetched(
      `${newest.name} is larger than ${Math.floor(FEED_LIMITS.bytes / 1024 / 1024)} MB.`,
    );
  const bytes = await newest.bytes();
  if (!bytes) return null;
  if (bytes.byteLength === 0) throw new FeedNotFetched(`${newest.name} is empty.`);
  const skipped = inTime
    .slice(0, -1)
    .filter(({ modifiedAt }) => readUntil === null || modifiedAt > readUntil)
    .slice(-MOST_SKIPPED)
    .map(({ name }) => name.slice(0, 200));
  return {
    fileName: newest.name.slice(0, 200),
    bytes,
    // A time yet to come would let all that comes until then count as older.
    dropped: { readUntil: newest.modifiedAt > now ? now : newest.modifiedAt, skipped },
  };
}
