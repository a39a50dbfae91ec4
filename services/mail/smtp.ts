import { z } from 'zod';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { sha256Of } from '#services/platform/hash.ts';
import type { ClaimedMail } from './outbox.ts';
import { messageOf } from '#services/platform/message-of.ts';

/** The mail server did not take a mail; `final` when it would not take it another time either. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
  constructor(
    message: string,
    readonly final: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A file attached to a mail. */
export type Attachment = { fileName: string; contentType: string; bytes: Buffer };

/** Hands a mail to the mail server. Throws NotDelivered. */
export type Postman = (
  mail: ClaimedMail,
  signal: AbortSignal,
  attachment: Attachment | null,
) => Promise<void>;

export type SmtpOptions = {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  url: string;
  /** The house's address: the sender of every mail. */
  from: string;
  /** For finding the server, for connecting and for its greeting; 15,000 ms when left out. */
  timeoutMs?: number;
};

const errorSchema = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  permanent: z.boolean().optional(),
});

/**
 * Speaks to the configured mail server, a connection for each mail. A mail has the same Message-ID whenever it is
 * handed over: should the server take it and its answer be lost, the second one is known for what it is.
 */
export async function connectSmtp({ url, from, timeoutMs = 15_000 }: SmtpOptions): Promise<Postman> {
  // Loaded where mails are delivered: a start without that does not wait for it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A silence after the greeting is ended by the signal alone: what the server has taken and answers late within the
    // attempt's time would otherwise go out again.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, signal, attachment) => {
    const attachments = attachment
      ? [{ filename: attachment.fileName, contentType: attachment.contentType, content: attachment.bytes }]
      : [];
    try {
      await transport.sendMail({ ...letterOf(mail, from), attachments, signal });
    } catch (error) {
      const { code, command, permanent } = errorSchema.safeParse(error).data ?? {};
      // A refused sender or sign-in is a matter of configuration: the mail itself is good for another time.
      const final =
        permanent === true && code !== 'EAUTH' && command !== undefined && OF_THE_MAIL.test(command);
      throw new NotDelivered(reasonOf(error), final, { cause: error });
    }
  };
}

/** What goes over the wire: one recipient, and nothing of the mail's that could be a header. */
export function letterOf({ key, recipient, subject, body, html, createdAt }: ClaimedMail, from: string) {
  return {
    from: { name: PRODUCT_NAME, address: from },
    to: { name: '', address: recipient },
    subject,
    text: body,
    ...(html !== null && { html }),
    date: createdAt,
    messageId: messageIdOf(key, from),
    // So that out-of-office replies are not sent to the house.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const OF_THE_MAIL = /^(RCPT|DATA)/;

/** The same key always gives the same one. */
export function messageIdOf(key: string, from: string): string {
  return `<${sha256Of(key).slice(0, 40)}@${from.split('@').at(-1)}>`;
}

/** On one line, without control characters: a foreign server may have written it. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 400);
}
