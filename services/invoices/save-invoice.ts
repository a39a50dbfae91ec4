import { saveInvoiceReply, type SaveInvoiceReply, type SaveInvoiceRequest } from '#contracts/api/invoices.ts';
import { monthFrom, monthName, type Month } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { isMailAddress, type Mail } from '#services/mail/index.ts';
import { deriveId, hashBody, notedOnce } from '#services/platform/commands/index.ts';
import { base64BodyLimit, bytesOfField } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { Db } from '#services/platform/database/index.ts';
import { checkContent, checkedFileName } from './file-names.ts';
import { keepInvoice, type Kept } from './invoice-store.ts';
import type { InvoicedCustomer, InvoicesContext } from './invoices-context.ts';
import { checkInvoiceMonth } from './read-invoices.ts';

const MB = 1024 * 1024;
const LARGEST = 20 * MB;
export const SAVE_BODY_LIMIT = base64BodyLimit(LARGEST);

/**
 * Keeps an uploaded invoice, as a new one or as the next version of its file name (product: Billing screen;
 * rule: Invoice versions), and mails the customer when asked to, once for each version. The same again
 * changes nothing; repeated under its key it answers the same. Everything is checked first. Throws Refusal 422 naming the
 * field, 409 for the key of another body, FilesUnavailable.
 */
export async function saveInvoice(
  context: InvoicesContext,
  request: SaveInvoiceRequest,
  { username, key }: { username: string; key: string },
): Promise<SaveInvoiceReply> {
  const commandId = deriveId('save-invoice', username, key);
  return notedOnce(context, { commandId, bodyHash: hashBody(request) }, saveInvoiceReply, ({ note }) =>
    keepAndMail(context, request, username, note),
  );
}

async function keepAndMail(
  context: InvoicesContext,
  { month: asked, customerId, fileName, fileBody, sendEmail }: SaveInvoiceRequest,
  uploadedBy: string,
  note: (transaction: Db, answer: SaveInvoiceReply) => Promise<void>,
): Promise<SaveInvoiceReply> {
  const month = monthFrom(asked);
  const customer = await context.customer(customerId);
  if (!customer)
    throw new Refusal(422, `There is no customer ${customerId}: choose one of the list.`, {
      field: 'customerId',
      code: 'UNKNOWN_CUSTOMER',
    });
  await checkInvoiceMonth(context, customerId, month);
  const name = checkedFileName(fileName);
  const bytes = bytesOfField('fileBody', fileBody, LARGEST);
  checkContent(name, bytes);
  if (sendEmail && !isMailAddress(customer.email))
    throw new Refusal(
      422,
      `${customer.name} has no e-mail address: enter one with the customer, or save without sending.`,
      { field: 'sendEmail', code: 'NO_ADDRESS' },
    );

  const { invoice, outcome, extra } = await keepInvoice(
    context,
    { customerId, month, fileName: name, bytes, kind: 'uploaded', uploadedBy },
    async (kept, transaction) => {
      const mailed =
        sendEmail === true &&
        (await context.sendMail(mailWith(customer, month, kept, context.publicUrl), transaction));
      await note(transaction, { invoice: kept.invoice, outcome: kept.outcome, mailed });
      return mailed;
    },
  );
  return { invoice, outcome, mailed: extra };
}

/** Many mail servers refuse larger attachments: the mail then says where to find the file. */
const LARGEST_SENT = 8 * MB;

function mailWith(
  { name, email }: InvoicedCustomer,
  month: Month,
  { invoice: { invoiceId, fileName, version, size }, fileKey }: Kept,
  publicUrl: string,
): Mail {
  const sent = size <= LARGEST_SENT;
  const again = version > 1 ? `It replaces what you had under this name before.\n\n` : '';
  return {
    to: email,
    key: `invoice/${invoiceId}`,
    subject: `Your ${PRODUCT_NAME} invoice for ${monthName(month)}`,
    text: `Dear ${name},\n\n${sent ? 'attached is' : 'there is'} your invoice for ${monthName(month)}: ${fileName}.\n\n${again}You find all your invoices at ${publicUrl}, under Invoices in your profile.\n\n${PRODUCT_NAME}\n`,
    ...(sent && { attachment: { fileName, key: fileKey } }),
  };
}
