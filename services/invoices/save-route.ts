import { saveInvoiceReply, saveInvoiceRequest } from '#contracts/api/invoices.ts';
import { callGroup, idempotencyKey, type App } from '#services/platform/http/index.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { SAVE_BODY_LIMIT, saveInvoice } from './save-invoice.ts';

type SaveRoute = {
  path: string;
  surface: 'portal' | 'rest';
  tags: string[];
};

/** The upload of an invoice, shared by the portal's calls and the back office. */
export function registerSaveInvoice(
  app: App,
  context: InvoicesContext,
  { path, surface, tags }: SaveRoute,
): void {
  const forAdministrators = callGroup({ access: 'administrator', surface, wholesale: 'Invoices are', tags });
  app.post(
    path,
    {
      ...forAdministrators({
        summary: 'Upload an invoice, or the next version of one',
        body: saveInvoiceRequest,
        response: { 200: saveInvoiceReply },
      }),
      bodyLimit: SAVE_BODY_LIMIT,
    },
    (request) =>
      saveInvoice(context, request.body, {
        username: request.caller.user.username,
        key: idempotencyKey(request),
      }),
  );
}
