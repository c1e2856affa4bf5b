import { z } from 'zod';
import type { Protection } from '#server/lib/protection.ts';

/** Longest request that is read, in bytes. */
export const MOST_REQUEST_BYTES = 4_096;

/** What a player's decryption module sends (Encrypted Media Extensions, section 9.1.3). */
const requestSchema = z.object({
  kids: z
    .array(z.string().regex(/^[\w-]{22}$/))
    .min(1)
    .max(32),
  type: z.enum(['temporary', 'persistent-license']).default('temporary'),
});

export interface License {
  keys: { kty: 'oct'; kid: string; k: string }[];
  type: 'temporary';
}

const base64Url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** @returns the ids of the wanted keys in base64url; undefined for anything else. */
export function readLicenseRequest(body: string): readonly string[] | undefined {
  try {
    return requestSchema.parse(JSON.parse(body)).kids;
  } catch {
    return undefined;
  }
}

/** @returns undefined when the clip has none of the wanted keys. */
export function licenseFor({ keyId, key }: Protection, wanted: readonly string[]): License | undefined {
  const kid = base64Url(keyId);
  return wanted.includes(kid) ? { keys: [{ kty: 'oct', kid, k: base64Url(key) }], type: 'temporary' } : undefined;
}
