import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';

/** A document that is being drawn, measured in points from the upper left corner of its page. */
export type Pdf = PDFKit.PDFDocument;

/** The colours of the house's documents. */
export const INK = '#1b2536';
export const QUIET = '#667085';
export const ACCENT = '#9a7b4f';
export const HAIRLINE = '#d8cfbf';

type NewPdf = {
  title: string;
  author?: string;
  subject?: string;
  /** Written in it as its time, fixed so that the same document gives the same bytes. */
  at: Date;
  /** Width and height of its first page, in points. */
  size: readonly [width: number, height: number];
  /** Its pages can be gone back to until it ends. */
  bufferPages?: boolean;
};

/** An empty document of the house in English, with its first page, without margins. */
export async function newPdf({
  title,
  author,
  subject,
  at,
  size,
  bufferPages = false,
}: NewPdf): Promise<Pdf> {
  // Loaded with the first document, so that a start does not wait for it.
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({
    size: [...size],
    margin: 0,
    bufferPages,
    info: {
      Title: title,
      ...(author !== undefined && { Author: author }),
      ...(subject !== undefined && { Subject: subject }),
      Creator: PRODUCT_NAME,
      Producer: PRODUCT_NAME,
      CreationDate: at,
    },
    lang: 'en',
    displayTitle: true,
  });
}

/** Ends the document, and answers its bytes. @throws {Error} when it cannot be written */
export function bytesOf(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
