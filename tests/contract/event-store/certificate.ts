import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Writes DER, the encoding of certificates: a tag, the length, the content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const date = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALTERNATIVE_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const TRUE = der(0x01, Buffer.from([0xff]));

/**
 * A self-signed certificate for localhost and 127.0.0.1, valid for a day around `now`, and its key, both PEM.
 * Made here because Node makes keys but no certificates, and a bare machine has no openssl.
 */
export function selfSignedCertificate(now: Date): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from('localhost')))));
  const day = 24 * 60 * 60 * 1000;
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(identifier(BASIC_CONSTRAINTS), TRUE, der(0x04, sequence(TRUE))),
    sequence(identifier(SUBJECT_ALTERNATIVE_NAME), der(0x04, names)),
  );
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(date(new Date(now.getTime() - day)), date(new Date(now.getTime() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = createSign('sha256').update(toBeSigned).sign(privateKey);
  const bytes = sequence(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').replace(/(.{64})/g, '$1\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
