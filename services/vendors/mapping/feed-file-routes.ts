import { z } from 'zod';
import {
  feedFile,
  feedPreview,
  feedPreviewRequest,
  type FeedFile,
  type FeedPreview,
} from '#contracts/api/vendor-feeds.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { acceptSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { keepFeedFile, openFeedFile } from '../feed/feed-files.ts';
import { FEED_LIMITS } from '../feed/read-rows.ts';
import { vendorReading } from '../feed/vendor-reading.ts';
import { currentVendor } from '../require-vendor.ts';
import { inspectFeed } from './inspect-feed.ts';
import { feedColumnsOf } from './mapping-routes.ts';
import { previewFeed } from './preview-feed.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });
const ofRows = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Rows of feeds are',
  tags: ['vendors'],
});

const params = rowParams;

/** A vendor's file before it is a run: kept and looked into, and its first rows as stones; for administrators. */
export function registerFeedFileRoutes(app: App, context: CommandContext & { files: FileStore }): void {
  acceptSheets(app, (scope) => {
    scope.post(
      '/api/vendors/:id/feed-files',
      {
        ...forAdministrators({
          summary: "Keep a vendor's file and look into it",
          description: 'The body is the .csv or .xlsx file itself.',
          consumes: [...SHEET_TYPES],
          params,
          querystring: z.object({ fileName: z.string().trim().min(1).max(200).default('feed') }),
          response: { 200: feedFile },
        }),
        bodyLimit: FEED_LIMITS.bytes,
      },
      async ({ params: { id }, query: { fileName }, body }): Promise<FeedFile> => {
        const vendor = await currentVendor(context, id);
        const bytes = sheetBody(body);
        const found = await orRefused(inspectFeed(bytes, vendor));
        return { fileId: await keepFeedFile(context.files, bytes), fileName, ...found };
      },
    );
  });

  app.post(
    '/api/vendors/:id/feed-preview',
    ofRows({
      summary: 'The first 50 rows of a kept file as the stones they would become',
      params,
      body: feedPreviewRequest,
      response: { 200: feedPreview },
    }),
    async ({ params: { id }, body: { fileId, columns, conventions } }): Promise<FeedPreview> => {
      const record = await currentVendor(context, id);
      const { vendor, rapOf } = await vendorReading(context, record, context.clock());
      return previewFeed(
        await openFeedFile(context.files, fileId),
        { columns: feedColumnsOf(columns), conventions },
        vendor,
        rapOf,
      );
    },
  );
}

/** A file that cannot be read is refused (422) in its own words. */
async function orRefused<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof UnreadableFeed)) throw cause;
    throw new Refusal(422, cause.message, { code: 'UNREADABLE_FILE', field: 'body' });
  }
}
