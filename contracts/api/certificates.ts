import { z } from 'zod';
import { parcelNameRequest } from './stones.ts';

/** POST {prefix}/cert (specification, section 7): the certificate's PDF; its AGS addendum with `addendum: true`. */
export const certificateRequest = parcelNameRequest.extend({ addendum: z.boolean().optional() });

/** A PDF, to be shown in the page. */
export const pdfReply = {
  description: 'A PDF',
  content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
};

/** Beside a certificate: `true` when the stone has an AGS addendum, which the viewer then offers (specification, section 2.7). */
export const ADDENDUM_HEADER = 'x-addendum';

/** Where a certificate's PDF is, by `certificateNumber(stone)`: HEAD says whether there is one (specification, section 7). */
export const certificatePath = (number: string): string => `/certificates/${encodeURIComponent(number)}.pdf`;

/** The same of its AGS addendum. */
export const addendumPath = (number: string): string =>
  `/certificates/${encodeURIComponent(number)}/addendum.pdf`;
