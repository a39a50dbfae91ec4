export { isMailAddress, VENDOR_LINK_KEYS, type Mail } from './mail.ts';
export { mailMigrations } from './migrations.ts';
export { createOutbox, removeOldTexts as removeOldMailTexts, type SendMail } from './outbox.ts';
export { connectSmtp } from './smtp.ts';
export { countMails } from './mail-metrics.ts';
export { deliverMails, type DeliverMailsOptions } from './deliver-mails.ts';
