import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber } from '#contracts/vocabulary/certificates.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { addendumDrawn, drawAddendum, drawCertificate } from '#local/demo/drawn-certificates/index.ts';

/** A stone's certificate, or its AGS addendum (product: Certificate viewer). */
export type DocumentKind = 'certificate' | 'addendum';

const FOLDERS: Readonly<Record<DocumentKind, string>> = { certificate: 'certificates', addendum: 'addenda' };

export type CertificateFiles = {
  /** The PDF; undefined when there is none. Throws FilesUnavailable. */
  pdf(stone: Stone, kind: DocumentKind): Promise<Buffer | undefined>;
  /** Whether there is one. Throws FilesUnavailable. */
  has(stone: Stone, kind: DocumentKind): Promise<boolean>;
};

/** Numbers that are a file's name as they stand; under another there is no certificate. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/;

/**
 * Certificates from the store of files, by short certificate number (product: Certificates). In the demo a
 * certificate that the store does not have is drawn, in the words of the `lists`, and marked as a
 * demonstration.
 */
export function certificateFiles(
  files: FileStore,
  demo: boolean,
  lists: () => Promise<AttributeLists>,
): CertificateFiles {
  const keyOf = (stone: Stone, kind: DocumentKind): string | undefined => {
    const number = certificateNumber(stone);
    return number !== undefined && PLAIN.test(number) ? `${FOLDERS[kind]}/${number}.pdf` : undefined;
  };
  const isDrawn = (stone: Stone, kind: DocumentKind): boolean =>
    demo && (kind === 'certificate' || addendumDrawn(stone));

  return {
    async pdf(stone, kind) {
      const key = keyOf(stone, kind);
      if (key === undefined) return undefined;
      const stored = await files.get(key);
      if (stored) return stored.bytes;
      if (!isDrawn(stone, kind)) return undefined;
      return kind === 'certificate' ? drawCertificate(stone, await lists()) : drawAddendum(stone);
    },
    async has(stone, kind) {
      const key = keyOf(stone, kind);
      return key !== undefined && ((await files.head(key)) !== undefined || isDrawn(stone, kind));
    },
  };
}
