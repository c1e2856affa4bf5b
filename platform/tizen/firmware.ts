import type { KeySystem } from '../platform.ts';

/** What a year of Samsung's sets can do. */
export interface TizenFirmware {
  /** `major.minor` from which this holds, until the next row. */
  readonly version: string;
  readonly year: number;
  readonly chromium: number;
  /** Families that its decoder has, best first. */
  readonly preferredVideoCodecs: readonly string[];
  readonly keySystems: readonly KeySystem[];
}

const PLAYREADY_3000: KeySystem = { name: 'com.microsoft.playready', videoRobustness: '3000' };
const WIDEVINE_L1: KeySystem = { name: 'com.widevine.alpha', videoRobustness: 'HW_SECURE_ALL' };

/** PlayReady first: it is in hardware on all of them (Samsung's specification table of DRM, 2017 to 2022). */
const KEY_SYSTEMS = [PLAYREADY_3000, WIDEVINE_L1];

/**
 * Oldest first. Years: Samsung, "General Specifications". Chromium: Samsung, "Web Engine Specifications". Decoders of H.264
 * and VP9: Samsung, "Media Specifications". Sets from 2023 on take newer versions over the air, with the newer engine.
 */
export const TIZEN_FIRMWARE: readonly TizenFirmware[] = (
  [
    ['4.0', 2018, 56],
    ['5.0', 2019, 63],
    ['5.5', 2020, 69],
    ['6.0', 2021, 76],
    ['6.5', 2022, 85],
    ['7.0', 2023, 94],
    ['8.0', 2024, 108],
    ['9.0', 2025, 120],
    ['10.0', 2026, 130],
  ] as const
).map(([version, year, chromium]) => ({
  version,
  year,
  chromium,
  preferredVideoCodecs: ['avc1', 'vp09'],
  keySystems: KEY_SYSTEMS,
}));

/**
 * Speeds of all of them. Samsung promises none for streams of a page's own; sets were seen to lose sound and stop at others.
 */
export const TIZEN_PLAYBACK_RATES = [1] as const;

const compare = (one: string, other: string) => {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
};

/** `major.minor` in a user agent, or null. Sets before 2020 name no Chromium there, so that nothing else tells. */
export const tizenVersionOf = (userAgent: string): string | null => /\bTizen (\d+\.\d+)/.exec(userAgent)?.[1] ?? null;

/** The row that a set's version falls into: older ones are taken for the first, unknown ones for the last. */
export function tizenFirmwareOf(userAgent: string): TizenFirmware {
  const version = tizenVersionOf(userAgent);
  const fitting = TIZEN_FIRMWARE.filter((row) => version === null || compare(row.version, version) <= 0);
  return (fitting[fitting.length - 1] ?? TIZEN_FIRMWARE[0]) as TizenFirmware;
}
