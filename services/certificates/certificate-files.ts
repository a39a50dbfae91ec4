import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber, certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { FilesUnavailable, type FileStore } from '#services/platform/files/index.ts';

/** A stone's certificate, or its AGS addendum (product: Certificate viewer). */
export type CertificateKind = 'certificate' | 'addendum';

const FOLDERS: Readonly<Record<CertificateKind, string>> = {
  certificate: 'certificates',
  addendum: 'addenda',
};

/** Draws certificates that the file store lacks; used in the demo (deploy/local/demo). */
export type CertificateDrawing = {
  draws(stone: Stone, kind: CertificateKind): boolean;
  /** The PDF, in the words of the lists. Only for documents that it `draws`. */
  draw(stone: Stone, kind: CertificateKind, lists: AttributeLists): Promise<Buffer>;
};

export type CertificateFiles = {
  /** The PDF; undefined when there is none. Throws FilesUnavailable. */
  pdf(stone: Stone, kind: CertificateKind): Promise<Buffer | undefined>;
  /** True when there is one. Throws FilesUnavailable. */
  has(stone: Stone, kind: CertificateKind): Promise<boolean>;
};

/** Numbers that can be a file's name as they are; for others there is no certificate. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/;

/**
 * Certificates from the file store, by short certificate number; those that are not offered are not there (product:
 * Certificates). A missing one is drawn in the words of the `lists`, when there is a `drawing`.
 */
export function certificateFiles(
  files: FileStore,
  drawing: CertificateDrawing | undefined,
  lists: () => Promise<AttributeLists>,
): CertificateFiles {
  const keyOf = (stone: Stone, kind: CertificateKind): string | undefined => {
    const number = certificateOffered(stone) ? certificateNumber(stone) : undefined;
    return number !== undefined && PLAIN.test(number) ? `${FOLDERS[kind]}/${number}.pdf` : undefined;
  };

  return {
    async pdf(stone, kind) {
      const key = keyOf(stone, kind);
      if (key === undefined) return undefined;
      const stored = await ofCertificate(files.get(key));
      if (stored) return stored.bytes;
      return drawing?.draws(stone, kind) ? drawing.draw(stone, kind, await lists()) : undefined;
    },
    async has(stone, kind) {
      const key = keyOf(stone, kind);
      if (key === undefined) return false;
      return (await ofCertificate(files.head(key))) !== undefined || drawing?.draws(stone, kind) === true;
    },
  };
}

/** What the file store answers; while it is away, a person reads that it is a certificate that is missing. */
async function ofCertificate<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    throw new FilesUnavailable(error.message, {
      cause: error,
      shown: 'The certificate cannot be loaded at the moment. Please try again.',
    });
  }
}
