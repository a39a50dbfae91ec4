import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { userStill, type UserStillDeps } from '#services/identity/index.ts';
import { isMailAddress, type SendMail } from '#services/mail/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { ClientLinkRow, Question } from './link-store.ts';

export type QuestionMailDeps = UserStillDeps & { sendMail: SendMail; publicUrl: string };

/**
 * Where the maker of a link is written to; null for one who can no longer sign in, or has no address. Not to be asked
 * within a transaction: it takes a connection of its own.
 */
export async function addressOfMaker(
  deps: UserStillDeps,
  { madeBy, customerId }: Pick<ClientLinkRow, 'madeBy' | 'customerId'>,
): Promise<string | null> {
  const user = await userStill(deps, madeBy, customerId);
  return user && isMailAddress(user.email) ? user.email : null;
}

/** Mails a question to the maker of the link, once, in the transaction that keeps it. */
export async function mailQuestion(
  deps: QuestionMailDeps,
  tx: Db,
  to: string,
  link: ClientLinkRow,
  { id, place, text }: Question,
): Promise<void> {
  const about = place === null ? undefined : link.parcels[place - 1];
  const named = link.title ? ` “${link.title}”` : '';
  await deps.sendMail(
    {
      to,
      subject: 'A client asks about stones that you showed',
      key: `client-question/${id}`,
      text: [
        `By your client link${named}${about === undefined ? '' : `, about ${about}`}:`,
        '',
        text,
        '',
        `It is under Client links in ${PRODUCT_NAME}: ${new URL('/', deps.publicUrl).href}`,
      ].join('\n'),
    },
    tx,
  );
}
