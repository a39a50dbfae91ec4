export { registerCertificateRoutes, type CertificateRoutesDeps } from './routes.ts';
export {
  BRILLIANT_OUTLINES,
  CENTRES,
  CORNERS,
  type Outline,
  type Point,
} from './demo-certificates/outlines.ts';
