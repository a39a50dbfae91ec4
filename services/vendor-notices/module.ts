import type { Module } from '#services/module.ts';
import { vendorNoticeMigrations } from './migrations.ts';
import { registerVendorNoticeRoutes } from './routes.ts';
import { vendorNoticeReactor } from './vendor-notice-reactor.ts';

export const vendorNoticesModule: Module = {
  name: 'vendor-notices',
  migrations: vendorNoticeMigrations,
  reactors: (context) => [
    vendorNoticeReactor({
      context,
      sendMail: context.sendMail,
      shapeName: async () => (await context.words.now()).shapeName,
    }),
  ],
  routes: registerVendorNoticeRoutes,
};
