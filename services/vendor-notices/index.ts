export { vendorNoticeMigrations } from './migrations.ts';
export { vendorNoticeReactor, type VendorNoticeDeps } from './vendor-notice-reactor.ts';
export { registerVendorNoticeRoutes } from './routes.ts';
