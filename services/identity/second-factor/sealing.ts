import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets unreadable for readers of the store. */
export type Sealing = {
  /** Seals a secret for its `owner`; it cannot be opened for another user. */
  seal(secret: Uint8Array, owner: string): Buffer;
  /** Null when no key opens it. */
  open(sealed: Uint8Array, owner: string): Buffer | null;
};

/**
 * AES-256-GCM with keys derived from `secrets`. The first one seals, and each opens, so that a key can be replaced
 * (operations: Second factor).
 */
export function createSealing(secrets: readonly [string, ...string[]]): Sealing {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'second factor of a user', 32)),
  );
  const openWith = (key: Buffer, sealed: Uint8Array, owner: string): Buffer | null => {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    try {
      decipher.final();
      return text;
    } catch {
      // Sealed by another key, or not by us.
      return null;
    }
  };
  return {
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, iv, { authTagLength: TAG_BYTES });
      const text = cipher.setAAD(Buffer.from(owner)).update(secret);
      cipher.final();
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      if (sealed.length < IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const opened = openWith(key, sealed, owner);
        if (opened) return opened;
      }
      return null;
    },
  };
}
