import { z } from 'zod';
import { workbookReply } from '#contracts/api/downloads.ts';
import { monthSchema } from '#contracts/vocabulary/schemas.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { callGroup, sendFile, sendPosition, type App } from '#services/platform/http/index.ts';
import { contentTypeOf } from '#services/platform/files/index.ts';
import { vendorReport, type ReportContext } from './vendor-report.ts';

const forAdministrators = callGroup({
  access: 'administrator',
  surface: 'portal',
  wholesale: 'Reports are',
  tags: ['vendors'],
});

/** GET /reports/vendor/{id} for administrators (product: Report calls; rule: Vendor report). */
export function registerVendorReportRoutes(app: App, context: ReportContext): void {
  app.get(
    '/reports/vendor/:id',
    forAdministrators({
      summary: "A vendor's report: stock, memos, sales, returns and statement of a month, as a workbook",
      params: rowParams,
      querystring: z.object({ month: monthSchema.optional() }),
      response: { 200: workbookReply },
    }),
    async ({ params: { id }, query: { month } }, reply) => {
      const { fileName, bytes, position, stale } = await vendorReport(context, id, {
        month,
        forVendor: false,
      });
      sendPosition(reply, position, stale);
      await sendFile(reply, { fileName, bytes, contentType: contentTypeOf('report.xlsx') });
    },
  );
}
