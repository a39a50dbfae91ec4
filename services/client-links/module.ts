import type { Module } from '#services/module.ts';
import { certificateFiles } from '#services/certificates/index.ts';
import { signingSecret } from '#services/platform/config/index.ts';
import { createLinkTokens } from '#services/platform/signed-links/index.ts';
import { registerClientLinkRoutes } from './link-routes.ts';
import { clientLinkMigrations } from './migrations.ts';
import { registerClientViewRoutes } from './view-routes.ts';

export const clientLinksModule: Module = {
  name: 'client-links',
  migrations: clientLinkMigrations,
  routes(app, context) {
    const { config, readers, files, demo } = context;
    const tokens = createLinkTokens(signingSecret(config), "a customer's stones for its client");
    const links = { ...context, tokens, publicUrl: config.publicUrl };
    registerClientLinkRoutes(app, links);
    const lists = async () => (await readers.words()).lists;
    registerClientViewRoutes(app, {
      ...links,
      customerAccess: readers.customerAccess,
      certificates: certificateFiles(files, demo?.drawnCertificates, lists),
    });
  },
};
