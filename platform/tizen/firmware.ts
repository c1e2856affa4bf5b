import { firmwareTable, newestFitting, type Firmware } from '../firmware.ts';
import type { KeySystem } from '../platform.ts';

const PLAYREADY_3000: KeySystem = { name: 'com.microsoft.playready', videoRobustness: '3000' };
const WIDEVINE_L1: KeySystem = { name: 'com.widevine.alpha', videoRobustness: 'HW_SECURE_ALL' };

/** PlayReady first: all of these sets have it in hardware (Samsung's specification table of DRM, 2017 to 2022). */
const KEY_SYSTEMS = [PLAYREADY_3000, WIDEVINE_L1];

/**
 * Oldest first. Years: Samsung, "General Specifications". Chromium: Samsung, "Web Engine Specifications". Decoders of
 * H.264 and VP9: Samsung, "Media Specifications". Sets from 2023 on get newer versions, with the newer engine, over the
 * air.
 */
export const TIZEN_FIRMWARE = firmwareTable(KEY_SYSTEMS, [
  ['4.0', 2018, 56],
  ['5.0', 2019, 63],
  ['5.5', 2020, 69],
  ['6.0', 2021, 76],
  ['6.5', 2022, 85],
  ['7.0', 2023, 94],
  ['8.0', 2024, 108],
  ['9.0', 2025, 120],
  ['10.0', 2026, 130],
]);

/** Playback rates of all sets. Samsung promises none for MSE streams; at other rates, sets lost sound and stopped. */
export const TIZEN_PLAYBACK_RATES = [1] as const;

const compare = (one: string, other: string) => {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
};

/** `major.minor` of a user agent, or null. Sets before 2020 name no Chromium version, so this is the only source. */
export const tizenVersionOf = (userAgent: string): string | null => /\bTizen (\d+\.\d+)/.exec(userAgent)?.[1] ?? null;

/** The row for a set's version: the first row for older versions, the last for unknown ones. */
export function tizenFirmwareOf(userAgent: string): Firmware {
  const version = tizenVersionOf(userAgent);
  return newestFitting(TIZEN_FIRMWARE, (row) => version === null || compare(row.version, version) <= 0);
}
