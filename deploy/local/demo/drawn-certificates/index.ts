import type { CertificateDrawing } from '#services/certificates/index.ts';
import { addendumDrawn, drawAddendum } from './draw-addendum.ts';
import { drawCertificate } from './draw-certificate.ts';

/** Every certificate, and the addenda of the stones that have one, marked as a demonstration. */
export const drawnCertificates: CertificateDrawing = {
  draws: (stone, kind) => kind === 'certificate' || addendumDrawn(stone),
  draw: async (stone, kind, lists) =>
    kind === 'certificate' ? drawCertificate(stone, lists) : drawAddendum(stone),
};
