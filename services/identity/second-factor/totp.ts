import { createHmac } from 'node:crypto';

/** How long a code is valid, in seconds; its neighbours on either side are accepted too (RFC 6238: clocks differ). */
const STEP_SECONDS = 30;
const NEIGHBOURS = [-1, 0, 1];
const DIGITS = 6;

/** The time step of an instant. */
const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The code of a step (RFC 6238 with HMAC-SHA-1, what every authenticator app knows). */
function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The code that an authenticator app shows at an instant. */
export const codeAt = (secret: Uint8Array, at: Date): string => codeOf(secret, stepAt(at));

/**
 * The step of the code, among the three accepted at an instant; null when it is none of them, or not later than
 * `usedStep`: no code is valid twice.
 */
export function matchingStep(secret: Uint8Array, code: string, at: Date, usedStep: number): number | null {
  const now = stepAt(at);
  const steps = NEIGHBOURS.map((distance) => now + distance);
  return steps.find((step) => step > usedStep && codeOf(secret, step) === code) ?? null;
}

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding: the form in which authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE_32.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

/** The content of the QR code for an authenticator app. */
export function keyUri(issuer: string, account: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
