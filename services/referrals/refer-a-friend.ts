import { sql } from 'kysely';
import type { ReferralRequest } from '#contracts/api/referrals.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Mail, SendMail } from '#services/mail/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';

export type ReferralDeps = {
  db: Db;
  clock: Clock;
  sendMail: SendMail;
  /** Gets a mail of each referral. */
  houseEmail: string;
  /** Where the friend finds us. */
  publicUrl: string;
};

/**
 * Keeps a referral and mails it to the friend and to the house, all or nothing (product: Referral page). The
 * same friend referred again by the same person changes nothing and is not mailed again.
 */
export async function referAFriend(
  { db, clock, sendMail, houseEmail, publicUrl }: ReferralDeps,
  referral: ReferralRequest,
): Promise<void> {
  const { gifterName, gifterEmail, recipientName, recipientEmail } = referral;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into vitrine.referral (gifter_name, gifter_email, recipient_name, recipient_email, created_at)
      values (${gifterName}, ${gifterEmail}, ${recipientName}, ${recipientEmail}, ${clock()})
      on conflict (lower(gifter_email), lower(recipient_email)) do nothing returning id`.execute(tx);
    const [kept] = rows;
    if (!kept) return;
    await sendMail({ ...toTheFriend(referral, publicUrl), key: `referral/${kept.id}/friend` }, tx);
    await sendMail({ ...toTheHouse(referral), to: houseEmail, key: `referral/${kept.id}/house` }, tx);
  });
}

type Written = Pick<Mail, 'subject' | 'text'>;

function toTheFriend(
  { gifterName, recipientName, recipientEmail }: ReferralRequest,
  publicUrl: string,
): Written & { to: string } {
  return {
    to: recipientEmail,
    subject: `${gifterName} would like you to see ${PRODUCT_NAME}`,
    text: `Dear ${recipientName},

${gifterName} works with ${PRODUCT_NAME}, an inventory of diamonds and jewellery by subscription, without the cost and
the risk of stock, and thought of you.

See what it is: ${publicUrl}

You were written to once, because ${gifterName} gave us your address; it is not used for anything else.
`,
  };
}

function toTheHouse({ gifterName, gifterEmail, recipientName, recipientEmail }: ReferralRequest): Written {
  return {
    subject: `Referral: ${recipientName}, by ${gifterName}`,
    text: `${gifterName} <${gifterEmail}> has referred ${recipientName} <${recipientEmail}>, who has been written to.\n`,
  };
}
