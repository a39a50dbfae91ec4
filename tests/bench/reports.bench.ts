import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import ExcelJS from 'exceljs';
import { createPositions } from '#projections/engine/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import type { TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import { combinedReport, reportSheets } from '#services/reports/combined-report.ts';
import { takeReportCut } from '#services/reports/cut/report-cut.ts';
import { gather } from '#services/reports/gather.ts';
import { fillSmallWorld, testContext } from '#tests/support/small-world.ts';
import type { BenchEnvironment, BenchRow } from './bench-row.ts';
import { append, document, listed, requested } from './made-stones.ts';
import { timed } from './measure.ts';
import { startedApplication } from './started-application.ts';

const AVAILABLE = Number(process.env['AVAILABLE'] ?? 20_000);
const HELD = Number(process.env['HELD'] ?? 8_000);
const SAMPLED_EVERY_MS = 50;
const MB = 1e6;

/**
 * The combined report with cost over 50,000 available and 20,000 held stones, from the cut to the file's last byte, beside
 * the library alone writing the same cells; and what it takes of memory.
 */
export async function benchReports({ databaseUrl, eventStoreUrl }: BenchEnvironment): Promise<BenchRow[]> {
  const application = await startedApplication({ databaseUrl, eventStoreUrl });
  const database = connectDatabase(databaseUrl);
  const events = connectEventStore({ connectionString: eventStoreUrl });
  try {
    const context = testContext({ ...database, events });
    await fillSmallWorld(context);
    const names = (kind: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        index,
        name: `${kind}-${String(index).padStart(6, '0')}`,
      }));
    await inParallel(names('N', AVAILABLE), 128, ({ name, index }) =>
      append(context, name, [listed(name, 'natural', index)]),
    );
    await inParallel(names('H', HELD), 128, ({ name, index }) =>
      append(context, name, [
        listed(name, 'natural', index),
        requested(index),
        document('MEMO', index, '2026-03-03'),
      ]),
    );
    const positions = createPositions(database.db, await logIdOf(events));
    if (
      !(await positions.waitForPosition(
        [...ANSWERING_READ_MODELS, 'audit'],
        await events.headPosition(),
        600_000,
      ))
    )
      throw new Error('the read models stayed behind the log');
    // The report's own share of the memory is asked for, not the application's.
    await application.close();
    const billing = { ...context, positions };
    const readers = { withCost: true };
    const cut = await takeReportCut(billing, {});
    const before = process.memoryUsage().rss;
    const peak = memoryPeak();
    const { ms, result } = await timed(async () => bytesOf(await combinedReport(billing, cut, readers)));
    const most = peak.stop();
    const sheets = reportSheets(await gather(billing, cut), readers);
    const alone = await timed(() => writtenAlone(sheets));
    const cells = sheets.reduce((sum, { rowCount, columns }) => sum + rowCount * columns.length, 0);
    const note = `${AVAILABLE} available, ${HELD} held: ${cells} cells, ${(result / MB).toFixed(1)} MB`;
    return [
      {
        name: 'combined report with cost',
        value: ms,
        unit: 'ms',
        baseline: alone.ms,
        ratio: ms / alone.ms,
        note: `${note}; against the library alone writing the same cells`,
      },
      {
        name: 'most memory meanwhile',
        value: most / MB,
        unit: 'MB',
        baseline: before / MB,
        ratio: most / before,
        note: 'resident, of the whole process; against before it began',
      },
    ];
  } finally {
    await events.close();
    await database.close();
  }
}

/** How many bytes come; none is kept. */
async function bytesOf(stream: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) bytes += chunk.length;
  return bytes;
}

function memoryPeak(): { stop(): number } {
  let most = process.memoryUsage().rss;
  const look = (): void => void (most = Math.max(most, process.memoryUsage().rss));
  const timer = setInterval(look, SAMPLED_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

/** The same cells, values and formulas, by the library alone. */
async function writtenAlone(sheets: readonly TableSheet[]): Promise<void> {
  const stream = new PassThrough();
  stream.resume();
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream });
  for (const { name, rows } of sheets) {
    const sheet = workbook.addWorksheet(name);
    for (const cells of rows())
      sheet
        .addRow(
          cells.map(({ value, formula }) =>
            formula === null || value === null ? value : { formula, result: value },
          ),
        )
        .commit();
    sheet.commit();
  }
  await workbook.commit();
  await finished(stream);
}
