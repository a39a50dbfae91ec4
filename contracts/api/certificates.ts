import { z } from 'zod';
import { parcelNameRequest } from './stones.ts';

/** POST {prefix}/cert (product: Line calls): the certificate's PDF; its AGS addendum with `addendum: true`. */
export const certificateRequest = parcelNameRequest.extend({ addendum: z.boolean().optional() });

/** A PDF, to be shown in the page. */
export const pdfReply = {
  description: 'A PDF',
  content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
};

/**
 * Beside a certificate: `true` when the stone has an AGS addendum, which the viewer then offers (product:
 * Certificate viewer).
 */
export const ADDENDUM_HEADER = 'x-addendum';

/**
 * The path of a certificate's PDF, by `certificateNumber(stone)`; HEAD shows whether it exists (product: Certificate
 * check).
 */
export const certificatePath = (number: string): string => `/certificates/${encodeURIComponent(number)}.pdf`;

/** The same of its AGS addendum. */
export const addendumPath = (number: string): string =>
  `/certificates/${encodeURIComponent(number)}/addendum.pdf`;
