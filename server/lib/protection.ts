import { z } from 'zod';

/** Schemes of common encryption (ISO/IEC 23001-7): `cenc` for every set, `cbcs` for newer ones. */
export const SCHEMES = ['cenc', 'cbcs'] as const;
export type Scheme = (typeof SCHEMES)[number];

const hexSchema = z.string().regex(/^[\da-f]{32}$/);

/** How a clip is encrypted. Id and key are 16 bytes in hexadecimal digits. */
export const protectionSchema = z.object({ scheme: z.enum(SCHEMES), keyId: hexSchema, key: hexSchema });
export type Protection = z.output<typeof protectionSchema>;

/** What players call the key system of keys that a server hands out. */
export const CLEAR_KEY = 'org.w3.clearkey';

/** The `drm` of a stream whose keys this service has. */
export const OWN_DRM = { key_system: CLEAR_KEY, license_url: null, clear_keys: null } as const;

interface Drm {
  key_system: string;
  license_url: string | null;
  clear_keys: Record<string, string> | null;
}

/** The `drm` of a stream for a viewer: with the address of this service's licence call, if this service has the keys. */
export const withLicense = <T extends Drm>(drm: T | null, licenseUrl: () => string): T | null =>
  drm?.key_system === CLEAR_KEY && drm.license_url === null && drm.clear_keys === null
    ? { ...drm, license_url: licenseUrl() }
    : drm;
