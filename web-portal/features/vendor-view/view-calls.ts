import type {
  VendorViewReply,
  VendorViewStatementReply,
  VendorViewStockReply,
} from '#contracts/api/vendor-links.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import { callForData, callForFile } from '../../lib/api-client.ts';
import { replyWithList } from '../../lib/plain-replies.ts';

/** Which of the stock is asked for. */
export type StockAsked = { status?: string; search?: string; after?: string };

export async function readView(token: string): Promise<VendorViewReply> {
  const read = (reply: unknown) => replyWithList<VendorViewReply>(reply, 'stock');
  return await callForData({ path: '/vendor/view', body: { token }, read });
}

export async function readStock(token: string, asked: StockAsked): Promise<VendorViewStockReply> {
  const read = (reply: unknown) => replyWithList<VendorViewStockReply>(reply, 'parcels');
  return await callForData({ path: '/vendor/view/stock', body: { token, ...asked }, read });
}

export async function readStatement(token: string, month: string): Promise<VendorViewStatementReply> {
  const read = (reply: unknown) => replyWithList<VendorViewStatementReply>(reply, 'lines');
  return await callForData({ path: '/vendor/view/statement', body: { token, month }, read });
}

async function save(path: string, body: object, fallbackName: string): Promise<void> {
  const { blob, fileName } = await callForFile({ path, body, fallbackName });
  saveFile(blob, fileName);
}

/** The stock with what happened in the newest month, as a workbook. */
export const saveReport = (token: string): Promise<void> =>
  save('/vendor/view/report', { token }, 'Report.xlsx');

export const saveStatement = (token: string, month: string, format: 'xlsx' | 'pdf'): Promise<void> =>
  save('/vendor/view/statement/file', { token, month, format }, `Statement ${month}.${format}`);
