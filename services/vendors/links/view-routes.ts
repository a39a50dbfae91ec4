import {
  vendorViewReply,
  vendorViewReportRequest,
  vendorViewStatementFileRequest,
  vendorViewStatementReply,
  vendorViewStatementRequest,
  vendorViewStockReply,
  vendorViewStockRequest,
} from '#contracts/api/vendor-links.ts';
import { fileReply, workbookReply } from '#contracts/api/downloads.ts';
import { tokenRequest } from '#contracts/api/links.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { vendorById } from '#projections/vendors/index.ts';
import { statementFile, type DocumentsContext } from '#services/billing/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import { contentTypeOf } from '#services/platform/files/index.ts';
import { callGroup, rateLimit, sendFile, sendPosition, type App } from '#services/platform/http/index.ts';
import { linkGone, type LinkTokens } from '#services/platform/signed-links/index.ts';
import { vendorReport, type ReportContext } from '../report/vendor-report.ts';
import { liveLink, noteOpened, type VendorLink } from './link-store.ts';
import { viewedStatement, viewedStock, viewOf } from './vendor-view.ts';

const forEveryone = callGroup({ access: 'public', surface: 'rest', tags: ['vendors'] });

export type ViewContext = ReportContext & DocumentsContext & { clock: Clock; tokens: LinkTokens };

/**
 * What a vendor sees by its link, without an account: its own stock, status and statements, nothing else (rule:
 * Vendor's own view). The token is in the body, so that no log contains it; an unknown, expired or revoked link gets
 * the same 404.
 */
export function registerVendorViewRoutes(app: App, context: ViewContext): void {
  const { db, clock, tokens } = context;
  const reads = rateLimit(app, { name: 'vendor view from', max: 120, seconds: 60 });
  const files = rateLimit(app, { name: 'vendor files from', max: 30, seconds: 600 });

  /** Throws Refusal 404 unless the link is valid now. */
  const opened = async (token: string): Promise<{ link: VendorLink; vendor: VendorRecord }> => {
    const id = tokens.read(token);
    const link = id === null ? undefined : await liveLink(db, id, clock());
    const vendor = link && (await vendorById(db, link.vendorId));
    if (!link || !vendor) throw linkGone();
    return { link, vendor };
  };

  app.post(
    '/vendor/view',
    {
      ...forEveryone({
        summary: "A vendor's own view, by its link: what it has with us, and the months of its statements",
        body: tokenRequest,
        response: { 200: vendorViewReply },
      }),
      preHandler: reads,
    },
    async ({ body: { token } }) => {
      const { link, vendor } = await opened(token);
      await noteOpened(db, link, clock());
      return viewOf(context, vendor, link.expiresAt);
    },
  );

  app.post(
    '/vendor/view/stock',
    {
      ...forEveryone({
        summary: "A page of a vendor's own stock, by its link",
        body: vendorViewStockRequest,
        response: { 200: vendorViewStockReply },
      }),
      preHandler: reads,
    },
    async ({ body: { token, ...asked } }) => {
      const { vendor } = await opened(token);
      return viewedStock(context, vendor.vendorId, asked);
    },
  );

  app.post(
    '/vendor/view/statement',
    {
      ...forEveryone({
        summary: "A vendor's own statement of a month, by its link",
        body: vendorViewStatementRequest,
        response: { 200: vendorViewStatementReply },
      }),
      preHandler: reads,
    },
    async ({ body: { token, month } }) => {
      const { vendor } = await opened(token);
      return viewedStatement(context, vendor.vendorId, month);
    },
  );

  app.post(
    '/vendor/view/statement/file',
    {
      ...forEveryone({
        summary: "A vendor's own statement of a month as a workbook or a PDF, by its link",
        body: vendorViewStatementFileRequest,
        response: { 200: fileReply },
      }),
      preHandler: files,
    },
    async ({ body: { token, month, format } }, reply) => {
      const { vendor } = await opened(token);
      await sendFile(reply, await statementFile(context, vendor.vendorId, month, format));
    },
  );

  app.post(
    '/vendor/view/report',
    {
      ...forEveryone({
        summary: "A vendor's own report as a workbook, by its link",
        body: vendorViewReportRequest,
        response: { 200: workbookReply },
      }),
      preHandler: files,
    },
    async ({ body: { token, month } }, reply) => {
      const { vendor } = await opened(token);
      const { fileName, bytes, position, stale } = await vendorReport(context, vendor.vendorId, {
        month,
        forVendor: true,
      });
      sendPosition(reply, position, stale);
      await sendFile(reply, { fileName, bytes, contentType: contentTypeOf('report.xlsx') });
    },
  );
}
