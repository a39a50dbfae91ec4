import type { FeedFile } from '#contracts/api/vendor-feeds.ts';
import { plainHeading, type FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { decimalSignOf } from '../feed/decimal-sign.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { headingsAt, mapColumns, type Headings, type MappedRow } from '../feed/map-columns.ts';
import { topOf } from '../feed/parse-feed.ts';
import { openSheets, type FileCell, type FileRow } from '../feed/read-rows.ts';
import { suggestColumns } from './suggest-columns.ts';

const SAMPLES = 5;
/** How many rows below the headings are looked at. */
const LOOKED_AT = 500;

type Found = Omit<FeedFile, 'fileId' | 'fileName'>;
type Candidate = { sheet: string | null; headings: Headings; rows: FileRow[]; known: number };

/**
 * What a file holds: its headings, in the row that has most headings that are mapped or known, with their first values,
 * what they are mapped to and what they look like; and how its numbers are written, as saved for the vendor, else as
 * found. Throws UnreadableFeed.
 */
export async function inspectFeed(
  bytes: Uint8Array,
  { columns: mapped, conventions }: Pick<VendorRecord, 'columns' | 'conventions'>,
): Promise<Found> {
  const attributeOf = new Map(mapped.map(({ heading, attribute }) => [plainHeading(heading), attribute]));
  const known = ({ texts }: Headings): number =>
    suggestColumns(texts.map((heading) => ({ heading, samples: [] }))).filter(
      (suggestion, index) => suggestion !== null || attributeOf.has(plainHeading(texts[index] ?? '')),
    ).length;
  let best: Candidate | undefined;
  for (const sheet of await openSheets(bytes)) {
    const { top, rest } = await topOf(sheet);
    for (const headings of headingsAt(top)) {
      const count = known(headings);
      if (best && count <= best.known) continue;
      best = { sheet: sheet.name, headings, rows: top.filter(({ row }) => row > headings.row), known: count };
    }
    if (best?.sheet === sheet.name) best.rows = await first(rest(best.headings.row), LOOKED_AT);
    else await sheet.rows.return(undefined);
  }
  if (!best) throw new UnreadableFeed('The file is empty.');
  const { headings, rows, sheet } = best;
  const shown = headings.texts.flatMap((heading, index) =>
    heading === '' ? [] : [{ heading, index, samples: samplesOf(rows, index) }],
  );
  const suggestions = suggestColumns(shown);
  const columns = shown.map(({ heading, samples }, at) => ({
    heading,
    samples,
    mapped: attributeOf.get(plainHeading(heading)) ?? null,
    suggestion: suggestions[at] ?? null,
  }));
  return {
    sheet,
    headingRow: headings.row,
    columns,
    conventions: {
      ...conventions,
      decimalSign: conventions.decimalSign ?? signOf(headings, columns, rows, sheet),
    },
  };
}

async function first(rows: AsyncGenerator<FileRow>, most: number): Promise<FileRow[]> {
  const found: FileRow[] = [];
  for await (const row of rows) {
    found.push(row);
    if (found.length === most) break;
  }
  return found;
}

const textOf = (cell: FileCell | undefined): string =>
  typeof cell === 'object' ? '' : String(cell ?? '').trim();

function samplesOf(rows: readonly FileRow[], index: number): string[] {
  const texts = rows.map(({ cells }) => textOf(cells[index])).filter((text) => text !== '');
  return texts.slice(0, SAMPLES).map((text) => text.slice(0, 100));
}

/** The decimal sign of the columns as mapped, else as suggested; null where they do not agree. */
function signOf(
  headings: Headings,
  columns: Found['columns'],
  rows: readonly FileRow[],
  sheet: string | null,
): Found['conventions']['decimalSign'] {
  const mapping: FeedMapping['columns'] = columns.flatMap(({ heading, mapped, suggestion }) => {
    const attribute = mapped ?? suggestion;
    return attribute ? [{ heading, attribute }] : [];
  });
  const mapRow = mapColumns(headings, { columns: mapping }, sheet === null);
  const read = rows.map(mapRow).filter((row): row is MappedRow => !('problem' in row));
  try {
    return decimalSignOf(read);
  } catch (error) {
    if (error instanceof UnreadableFeed) return null;
    throw error;
  }
}
