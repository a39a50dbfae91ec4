import type {
  VendorViewReply,
  VendorViewStatementReply,
  VendorViewStockReply,
} from '#contracts/api/vendor-links.ts';
import { callForData, download } from '../../lib/api-client.ts';
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

/** The stock with what happened in the newest month, as a workbook. */
export const saveReport = (token: string): Promise<void> =>
  download({ path: '/vendor/view/report', body: { token }, fallbackName: 'Report.xlsx' });

export const saveStatement = (token: string, month: string, format: 'xlsx' | 'pdf'): Promise<void> =>
  download({
    path: '/vendor/view/statement/file',
    body: { token, month, format },
    fallbackName: `Statement ${month}.${format}`,
  });
