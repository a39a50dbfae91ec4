import { sql } from 'kysely';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import type { Context } from '#services/module.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { vendorParcels, type VendorParcelRow } from '#projections/parcels/index.ts';
import { deriveId } from '#services/platform/commands/index.ts';
import { keepFeedFile, startFeedRun, vendorCommands } from '#services/vendors/index.ts';
import { DEMO_ADMINISTRATOR } from './demo-users.ts';

/** Kunming Polishing Works: its stock is of stones, all of one prefix. */
const VENDOR_ID = 3;
const PREFIX = 'KP';
const MAPPING: FeedMapping['columns'] = [
  { heading: 'Stock #', attribute: 'parcelName' },
  { heading: 'Shape', attribute: 'shapeCode' },
  { heading: 'Weight', attribute: 'weight' },
  { heading: 'Color', attribute: 'colour' },
  { heading: 'Clarity', attribute: 'clarity' },
  { heading: 'Price', attribute: 'vendorPrice' },
  { heading: 'Tier', attribute: 'group' },
];
/** More than the vendor has. */
const MOST_PARCELS = 1_000;
/** One stone in nine costs 4 % more, one in 45 is left out. */
const DEARER_EVERY = 9;
const LEFT_OUT_EVERY = 45;

export type FeedDeps = Pick<
  Context,
  'db' | 'events' | 'snapshots' | 'clock' | 'zone' | 'files' | 'shapeName'
> & {
  config: Pick<Context['config'], 'feedShares'>;
};

/**
 * A vendor's columns and a file of its stock in the queue, unless files were ever read here: its stock as it is, some at
 * another price, some left out, a few new ones and one row that cannot be read. The job of runs classifies it, and it
 * waits for a person.
 */
export async function ensureDemoFeed(deps: FeedDeps): Promise<void> {
  const { rows } = await sql`select from vitrine.feed_run limit 1`.execute(deps.db);
  if (rows.length > 0) return;
  const parcels = await vendorParcels(deps.db, VENDOR_ID, '', MOST_PARCELS);
  if (parcels.length === 0) return;
  const command = { commandId: deriveId('demo-feed-columns'), actor: DEMO_ADMINISTRATOR };
  await vendorCommands.mapColumns(deps, command, VENDOR_ID, { columns: MAPPING });
  const fileId = await keepFeedFile(deps.files, Buffer.from(feedOf(parcels)));
  const run = {
    vendorId: VENDOR_ID,
    fileId,
    fileName: 'kunming-monday.csv',
    source: 'UPLOAD',
    kind: 'FULL',
  } as const;
  await startFeedRun(
    { ...deps, shares: deps.config.feedShares },
    { ...run, actor: DEMO_ADMINISTRATOR, key: `demo ${fileId}` },
  );
}

function feedOf(parcels: readonly VendorParcelRow[]): string {
  const stock = parcels
    .filter(({ withdrawn }) => !withdrawn)
    .flatMap(({ parcelName, attributes, costCents }, place) => {
      if (place % LEFT_OUT_EVERY === LEFT_OUT_EVERY - 1) return [];
      const { shapeCode, weight, colour, clarity, tier } = attributes;
      const cents = place % DEARER_EVERY === 0 ? Math.round(costCents * 1.04) : costCents;
      return [
        [
          parcelName.slice(PREFIX.length),
          shapeCode,
          inCarats(weight),
          colour,
          clarity,
          dollars(cents),
          tier,
        ].join(','),
      ];
    });
  return [
    MAPPING.map(({ heading }) => heading).join(','),
    ...stock,
    'N9001,Round,1.01,G,VS1,5400,',
    'N9002,Oval,0.90,F,VS2,3150,',
    'N9003,Emerald,1.20,H,SI1,4100,',
    'N9004,Pear,0.70,G,clean,1900,',
    '',
  ].join('\n');
}
