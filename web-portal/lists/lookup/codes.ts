/** The reader of QR and bar codes that some browsers have. */
export type CodeReader = { detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]> };

declare global {
  interface Window {
    BarcodeDetector?: (new () => CodeReader) & { getSupportedFormats(): Promise<string[]> };
  }
}

/** The browser's reader of codes; null where it has none, or reads no kind of code on this device. */
export async function codeReader(): Promise<CodeReader | null> {
  const Reader = window.BarcodeDetector;
  if (!Reader || (await Reader.getSupportedFormats()).length === 0) return null;
  return new Reader();
}

/** The number in a code: a certificate's QR code is the address of its report, with the number in it. */
export function numberOf(code: string): string {
  const text = code.trim();
  if (!/^https?:\/\//i.test(text)) return text;
  const numbers = text.match(/[A-Z]{0,3}\d{6,}/gi) ?? [];
  return numbers.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** The numbers in a picture, each once. @throws where the picture cannot be read at all */
export async function numbersIn(reader: CodeReader, picture: ImageBitmapSource): Promise<string[]> {
  const codes = await reader.detect(picture);
  return [...new Set(codes.map(({ rawValue }) => numberOf(rawValue)))].filter((number) => number !== '');
}
