import { createHmac } from 'node:crypto';

/** Time-based one-time codes of authenticator apps (RFC 6238): SHA-1, 6 digits, 30 seconds, as all apps expect. */
const STEP_SECONDS = 30;
/** Steps before and after the current one that count, for clocks that differ. */
const TOLERANCE = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Characters of a new secret: 160 bits, the size that RFC 4226 recommends. */
export const TOTP_SECRET = { alphabet: BASE32, length: 32 } as const;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/**
 * @param secret in base 32.
 * @param step 30-second periods since 1970.
 */
export function codeAt(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is, if it counts now.
 *
 * @param lastStep of the last accepted code: it and older ones do not count again.
 */
export function findStep(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  const current = stepOf(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1)
    if (step > (lastStep ?? -1) && codeAt(secret, step) === code) return step;
  return undefined;
}

/** Address in the QR code for authenticator apps. */
export const totpUrl = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Bora:${email}`)}?secret=${secret}&issuer=Bora`;
