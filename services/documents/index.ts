export { registerCertificateRoutes, type CertificateRoutesDeps } from './routes.ts';
