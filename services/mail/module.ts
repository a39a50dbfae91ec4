import type { Module } from '#services/module.ts';
import { deliverMails } from './deliver-mails.ts';
import { keepForgettingSecrets } from './forget-secrets.ts';
import { mailMetrics } from './mail-metrics.ts';
import { mailMigrations } from './migrations.ts';
import { registerMailRoutes } from './routes.ts';
import { connectSmtp } from './smtp.ts';

export const mailModule: Module = {
  name: 'mail',
  migrations: mailMigrations,
  async jobs({ config, db, clock, log, files, stores }, signal) {
    const sending = config.smtpUrl !== undefined;
    const forgetting = keepForgettingSecrets({ db, clock, sending, log, signal });
    if (config.smtpUrl !== undefined) {
      const postman = await connectSmtp({ url: config.smtpUrl, from: config.houseEmail });
      await deliverMails({ db, clock, log, signal, work: stores.work, postman, files });
    }
    await forgetting;
  },
  metrics: ({ db, clock }) => [mailMetrics({ db, clock })],
  routes: (app, { db, clock, config }) =>
    registerMailRoutes(app, { db, clock, sending: config.smtpUrl !== undefined }),
};
