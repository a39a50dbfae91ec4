const PARTS = /^(?:(\d{6,9})(?:[^\dA-Za-z]+(?:\d{11}|\d{12}))?|(?:\d{11}|\d{12})[^\dA-Za-z]+(\d{6,9}))$/;

/**
 * The id within a certificate number of the manufacturer's lab FM: 6 to 9 digits, with or without a number of 11 or 12
 * digits before or after them (specification, section 5). Null when the number is none.
 */
export function fmCertificateId(certNo: string): string | null {
  const match = PARTS.exec(certNo.trim());
  return match?.[1] ?? match?.[2] ?? null;
}
