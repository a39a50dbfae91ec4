import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { userStill, type UserStillDeps } from '#services/identity/index.ts';
import { isMailAddress, type SendMail } from '#services/mail/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { ClientLinkRow, Question } from './link-store.ts';

export type QuestionMailDeps = UserStillDeps & { sendMail: SendMail; publicUrl: string };

/**
 * Mails a question to the maker of the link, once, in the transaction that keeps it. A user who can no longer sign in
 * gets none.
 */
export async function mailQuestion(
  deps: QuestionMailDeps,
  tx: Db,
  link: ClientLinkRow,
  { id, place, text }: Question,
): Promise<void> {
  const user = await userStill(deps, link.madeBy, link.customerId);
  if (!user || !isMailAddress(user.email)) return;
  const about = place === null ? undefined : link.parcels[place - 1];
  const named = link.title ? ` “${link.title}”` : '';
  await deps.sendMail(
    {
      to: user.email,
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
