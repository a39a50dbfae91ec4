export { addendumDrawn, drawAddendum } from './draw-addendum.ts';
export { drawCertificate } from './draw-certificate.ts';
