import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header with the signature of a message: `t=<seconds>,v1=<hex>`; several `v1` while a secret is replaced. */
export const SIGNATURE_HEADER = 'bora-signature';

/** How far the clocks of both sides may differ, and how long a message may be on its way, in seconds. */
const TOLERANCE_SECONDS = 300;

/** A header with more signatures is refused: each costs a comparison. */
const MOST_SIGNATURES = 4;

const digestOf = (secret: string, seconds: number, message: Buffer | string) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(message).digest();

/** Signs a message with each of the secrets. */
export function signMessage(secrets: readonly string[], message: Buffer | string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${digestOf(secret, seconds, message).toString('hex')}`)].join(
    ',',
  );
}

export type SignatureCheck = 'valid' | 'unsigned' | 'forged' | 'too old';

/**
 * Whether one of the secrets signed the message recently. Compares in constant time, and the time only afterwards, so that
 * only a real sender learns that its clock is wrong.
 */
export function checkSignature(
  secrets: readonly string[],
  { header, message }: { header: string | undefined; message: Buffer | string },
  now: Date,
): SignatureCheck {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const [, seconds] = /^t=(\d{1,12})$/.exec(parts[0] ?? '') ?? [];
  const given = parts.slice(1).flatMap((part) => /^v1=([\da-f]{64})$/.exec(part)?.[1] ?? []);
  if (seconds === undefined || given.length === 0 || given.length > MOST_SIGNATURES) return 'unsigned';
  const expected = secrets.map((secret) => digestOf(secret, Number(seconds), message));
  const isSigned = given
    .map((hex) => Buffer.from(hex, 'hex'))
    .some((one) => expected.some((digest) => timingSafeEqual(one, digest)));
  if (!isSigned) return 'forged';
  return Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_SECONDS ? 'valid' : 'too old';
}
