import { createHash } from 'node:crypto';

/** A short word that changes when the content does, and only then. */
export const versionWord = (content: string | Uint8Array): string =>
  createHash('sha1').update(content).digest('base64url');

/** The SHA-256 of bytes, or of a text in UTF-8, in hex. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
