/** What is known of a stone's certificate. */
export type Certified = {
  lab?: string | undefined;
  certNo?: string | undefined;
  shortCertNo?: string | undefined;
};

const FM_NUMBER = /^(?:(\d{6,9})(?:[^\dA-Za-z]+\d{11,12})?|\d{11,12}[^\dA-Za-z]+(\d{6,9}))$/;

/**
 * The id within a certificate number of lab FM: 6 to 9 digits, with or without a number of 11 or 12 digits
 * before or after them (product: Certificates). Null when the number does not match.
 */
export function fmCertificateId(certNo: string): string | null {
  const match = FM_NUMBER.exec(certNo.trim());
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * The number by which a certificate's PDF is found: the short one if there is one (product: Certificates).
 */
export function certificateNumber({ shortCertNo, certNo }: Certified): string | undefined {
  return shortCertNo ?? certNo;
}

/**
 * By what certificates of one laboratory are compared: without case, and by FM's id where the laboratory is FM or is not
 * named. Undefined without a number.
 */
export function certificateKey({ lab, certNo, shortCertNo }: Certified): string | undefined {
  const isPerhapsFm = lab === undefined || lab === '' || lab === 'FM';
  const id = isPerhapsFm && certNo !== undefined ? fmCertificateId(certNo) : null;
  return (id ?? certificateNumber({ certNo, shortCertNo }))?.toUpperCase();
}

/** FM numbers of this length or longer are not certificate numbers (product: Certificates). */
const LONG_FM_NUMBER = 10;

/**
 * Whether a certificate is offered: of the labs GIA and GIA-LG, and of the manufacturer's lab FM when its
 * short number has under 10 characters (product: Certificates).
 */
export function certificateOffered(stone: Certified): boolean {
  if (stone.lab === 'FM') return stone.shortCertNo !== undefined && stone.shortCertNo.length < LONG_FM_NUMBER;
  return (stone.lab === 'GIA' || stone.lab === 'GIA-LG') && stone.certNo !== undefined;
}

/** Where GIA confirms its reports; the report's number is added. */
const GIA_REPORT_CHECK = 'https://www.gia.edu/report-check?reportno=';

/**
 * The lab's own confirmation of a certificate, for exports (product: Spreadsheet export): GIA and GIA-LG
 * only, undefined for the others.
 */
export function reportCheckUrl({ lab, certNo }: Certified): string | undefined {
  if ((lab !== 'GIA' && lab !== 'GIA-LG') || certNo === undefined) return undefined;
  return GIA_REPORT_CHECK + encodeURIComponent(certNo);
}
