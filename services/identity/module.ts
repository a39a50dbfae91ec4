import type { Module } from '#services/module.ts';
import { signingSecret } from '#services/platform/config/index.ts';
import { countAttempts } from '#services/platform/http/index.ts';
import { identityMigrations } from './migrations.ts';
import { registerForgottenPasswordRoutes } from './forgotten-password-routes.ts';
import { keepSendingLinks } from './forgotten-passwords.ts';
import { registerIdentityRoutes } from './routes.ts';
import { openIdProvider } from './single-sign-on/provider.ts';
import { CALLBACK, registerSingleSignOnRoutes } from './single-sign-on/routes.ts';
import { createSealing } from './second-factor/sealing.ts';
import { registerSecondFactorRoutes } from './second-factor/routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { registerUserRoutes } from './user-routes.ts';

export const identityModule: Module = {
  name: 'identity',
  migrations: identityMigrations,
  jobs({ db, clock, log, sendMail, readers, stores, config: { publicUrl } }, signal) {
    const { customerAccess } = readers;
    const { work } = stores;
    return keepSendingLinks({ db, clock, log, work, sendMail, publicUrl, customerAccess }, signal);
  },
  routes(app, { db, clock, stores, accounts, readers, sendMail, config }) {
    const { bus } = stores;
    const sealing = createSealing(config.secondFactorKeys ?? [signingSecret(config)]);
    const attempts = countAttempts(db);
    const { customerFor } = readers;
    registerIdentityRoutes(app, { db, bus, clock, accounts, customerFor, sealing, attempts });
    const required = config.secondFactorRequired;
    registerSecondFactorRoutes(app, { db, bus, clock, sealing, attempts, required });
    if (config.singleSignOn) {
      const { publicUrl } = config;
      const provider = openIdProvider(config.singleSignOn, new URL(CALLBACK, publicUrl).href);
      registerSingleSignOnRoutes(app, { db, clock, sealing, provider, publicUrl });
    }
    registerForgottenPasswordRoutes(app, { db, bus, clock, sendsMails: config.portal.sendsMails });
    registerSessionRoutes(app, { db, bus, clock });
    registerUserRoutes(app, {
      db,
      bus,
      clock,
      sendMail,
      publicUrl: config.publicUrl,
      customerExists: async (customerId) => (await readers.customerAccess(customerId)) !== null,
    });
  },
};
