export { registerCertificateRoutes, type CertificateRoutesDeps } from './routes.ts';
export type { CertificateDrawing } from './certificate-files.ts';
