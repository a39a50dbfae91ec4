import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from '../http/index.ts';
import { Refusal } from '../refusal.ts';
import { readSheets } from './read-sheets.ts';
import { UnreadableSheet, type Sheet, type SheetLimits } from './sheet.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';

/** Content types that browsers and programs use for spreadsheets; only the bytes decide. */
export const SHEET_TYPES = ['text/csv', WORKBOOK_TYPE, 'application/octet-stream'] as const;

/**
 * Registers routes that take a spreadsheet as their body: `request.body` is a Buffer, checked by `sheetBody`. Each sets
 * its own `bodyLimit`. All other routes accept JSON only.
 */
export function acceptSheets(app: App, register: (scope: App) => void): void {
  void app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>();
    scope.addContentTypeParser([...SHEET_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => done(notASheet()));
    register(scope);
  });
}

/** The uploaded file. Throws Refusal 422 when the body is something else, or the file is empty. */
export function sheetBody(body: unknown): Uint8Array {
  if (!Buffer.isBuffer(body)) throw notASheet();
  // Sent by a person who chose a file: the words of a call would not say what is wrong with it.
  if (body.length === 0)
    throw new Refusal(422, 'The file is empty: there is nothing to read in it.', {
      code: 'EMPTY_FILE',
      field: 'file',
    });
  return body;
}

function notASheet(): Refusal {
  return new Refusal(
    422,
    `Send the file itself as the body, with one of the content types ${SHEET_TYPES.join(', ')}.`,
    { code: 'NO_FILE', field: 'content-type' },
  );
}

/**
 * The sheets of a file that a caller sent. Throws Refusal 422 when it is neither a workbook nor CSV, or passes a limit.
 * @param field the field of the call that the refusal names
 */
export const readSentSheets = (
  bytes: Uint8Array,
  limits: Partial<SheetLimits>,
  field: string,
): Promise<Sheet[]> => orUnreadable(readSheets(bytes, limits), field);

/**
 * What is read of a file that a caller sent. Throws Refusal 422 where it throws UnreadableSheet.
 * @param field the field of the call that the refusal names
 */
export async function orUnreadable<Answer>(reading: Promise<Answer>, field: string): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    throw new Refusal(422, error.message, { code: 'UNREADABLE_FILE', field });
  }
}
