import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Invoice, SaveInvoiceReply } from '#contracts/api/invoices.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import {
  addMonths,
  firstDayOf,
  monthFrom,
  monthOf,
  yearAndMonth,
  type YearAndMonth,
} from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { NOT_KEPT, startSmallVitrine, type Reply } from '#tests/support/small-vitrine.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

/** The month so many after (before: negative) a month. */
export const monthsFrom = (month: YearAndMonth, count: number): YearAndMonth =>
  yearAndMonth(addMonths(monthFrom(month), count));

/** The month that it is in the small world's house. */
export const currentMonth = (): YearAndMonth =>
  yearAndMonth(monthOf(houseDayOf(new Date().toISOString(), 'America/New_York')));

/** What stands for a PDF, and a file in base64. */
export const pdf = (text: string): string => `%PDF-1.7 ${text}`;
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A refusal that a person can act on, on the portal's calls. */
export const refusal = (field: string, message: RegExp): object => ({
  status: 402,
  json: { field, message: expect.stringMatching(message) },
});

export type InvoiceHouse = Awaited<ReturnType<typeof startInvoiceHouse>>;

/** A small Vitrine with a folder of files: Alder's first action is in the month before last; Birch and Cedar have none. */
export async function startInvoiceHouse() {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-invoices-'));
  const vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  const thisMonth = currentMonth();
  const lastMonth = monthsFrom(thisMonth, -1);
  const firstAction = addDays(firstDayOf(monthFrom(monthsFrom(thisMonth, -2))), 14);
  await vitrine.listStone('N-1');
  await vitrine.document('MEMO', 'N-1', 7, firstAction);
  const command = { commandId: 'alder-email', actor: ADMINISTRATOR };
  const changes = { email: 'office@alder.example' };
  await customerCommands.changeIdentity(vitrine.context, command, 7, { changes });
  await vitrine.shown();

  const save = async (over: Record<string, unknown> = {}): Promise<Reply> =>
    (await vitrine.as('admin')).post('/billing/save', {
      month: lastMonth,
      customerId: 7,
      fileName: 'Bill.pdf',
      fileBody: base64(pdf('first')),
      sendEmail: false,
      ...over,
    });
  return {
    vitrine,
    dataFolder,
    thisMonth,
    lastMonth,
    nextMonth: monthsFrom(thisMonth, 1),
    /** Uploads Bill.pdf of last month for Alder, unless `over` has something else. */
    save,
    async saved(over: Record<string, unknown> = {}): Promise<SaveInvoiceReply> {
      const reply = await save(over);
      expect(reply.status, reply.text).toBe(200);
      return reply.json as SaveInvoiceReply;
    },
    async listed(who: string, month = lastMonth, headers = {}): Promise<Invoice[]> {
      const reply = await (await vitrine.as(who, headers)).post('/billing/month', month);
      expect(reply.status, reply.text).toBe(200);
      return reply.json as Invoice[];
    },
    /** A download's bytes: `Reply.text` would not be them. */
    async bytesFor(who: string, call: string, body: unknown, headers = {}): Promise<Uint8Array> {
      const { token } = await vitrine.as(who);
      const response = await fetch(new URL(call, vitrine.address), {
        method: 'POST',
        headers: {
          ...NOT_KEPT,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    },
    async close(): Promise<void> {
      await vitrine.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}
