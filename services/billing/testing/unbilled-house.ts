import os from 'node:os';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { strFromU8 } from 'fflate';
import { sql } from 'kysely';
import { monthFrom } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { currentMonth, monthsFrom } from '#services/invoices/testing/invoice-house.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { startSmallVitrine } from '#tests/support/small-vitrine.ts';

export const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

export type Download = { status: number; name: string; bytes: Uint8Array; json: unknown };

export async function sheet(...rows: (string | number | null)[][]): Promise<string> {
  const bytes = await sheetBytes([['customerId', 'lineKey', 'value', 'reason'], ...rows]);
  return Buffer.from(bytes).toString('base64');
}

/** A house with nothing billed: Alder and Birch hold a stone each since the first of last month, at 1 % a month; Cedar has nothing. */
export async function startUnbilledHouse() {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-bills-'));
  const vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  const { context } = vitrine;
  const thisMonth = currentMonth();
  const lastMonth = monthsFrom(thisMonth, -1);
  const text = monthFrom(lastMonth);
  for (const customerId of [7, 8])
    await customerCommands.changeTerms(
      context,
      { commandId: `terms-${customerId}`, actor: ADMINISTRATOR },
      customerId,
      { changes: { feeRatePpm: 10_000, paymentDays: 30 }, effectiveAt: '2026-01-01' },
    );
  await vendorCommands.changeTerms(context, { commandId: 'shares', actor: ADMINISTRATOR }, 1, {
    changes: { feeSharePpm: 500_000 },
    effectiveAt: '2026-01-01',
  });
  await vitrine.listStone('N-1');
  await vitrine.listStone('N-2');
  await vitrine.document('MEMO', 'N-1', 7, `${text}-01`);
  await vitrine.document('MEMO', 'N-2', 8, `${text}-01`);
  await vitrine.shown();

  /** By GET where nothing is sent. */
  async function download(
    call: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Download> {
    const { token } = await vitrine.as('admin');
    const response = await fetch(new URL(call, vitrine.address), {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      name: /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
      bytes,
      json: isJson ? JSON.parse(strFromU8(bytes)) : undefined,
    };
  }
  const createAll = async (...rows: (string | number | null)[][]): Promise<Download> =>
    download('/billing/createall', { ...lastMonth, base64Overrides: await sheet(...rows) });
  const billsIssued = async (): Promise<number> =>
    (await sql`select from read.bill`.execute(vitrine.context.db)).rows.length;
  const close = async (): Promise<void> => {
    await vitrine.close();
    await rm(dataFolder, { recursive: true });
  };
  return { vitrine, thisMonth, lastMonth, text, download, createAll, billsIssued, close };
}
