export { registerCertificateRoutes, type CertificateRoutesDeps } from './routes.ts';
export {
  between,
  BRILLIANT_OUTLINES,
  CENTRES,
  CORNERS,
  rimOf,
  type Outline,
  type Point,
} from './demo-certificates/outlines.ts';
