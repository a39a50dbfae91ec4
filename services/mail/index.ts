export { isMailAddress, type Mail } from './mail.ts';
export { mailMigrations } from './migrations.ts';
export { createOutbox, type OutboxOptions, type SendMail } from './outbox.ts';
export { connectSmtp, type Postman, type SmtpOptions } from './smtp.ts';
export { deliverMails, type DeliverMailsOptions } from './deliver-mails.ts';
export { registerMailRoutes, type MailRoutesDeps } from './routes.ts';
export { mailFigures } from './mail-figures.ts';
