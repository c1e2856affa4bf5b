import { firmwareTable, newestFitting, type Firmware } from '../firmware.ts';
import type { KeySystem } from '../platform.ts';

/** LG, "Streaming Protocol and DRM": both through EME. Levels differ per model, so this is the common one. */
const KEY_SYSTEMS: readonly KeySystem[] = [
  { name: 'com.widevine.alpha', videoRobustness: 'HW_SECURE_ALL' },
  { name: 'com.microsoft.playready', videoRobustness: '2000' },
];

/**
 * Oldest first. Versions, years and Chromium: LG, "Web API and Web Engine". Decoders of H.264 and VP9: LG, "Audio and
 * Video Format". Sets that LG upgrades report the newer version and have its engine.
 */
export const WEBOS_FIRMWARE = firmwareTable(KEY_SYSTEMS, [
  ['4.x', 2018, 53],
  ['5.x', 2020, 68],
  ['6.x', 2021, 79],
  ['22', 2022, 87],
  ['23', 2023, 94],
  ['24', 2024, 108],
  ['25', 2025, 120],
  ['26', 2026, 132],
]);

/** LG, "Streaming Protocol and DRM": normal speed only, on all sets. */
export const WEBOS_PLAYBACK_RATES = [1] as const;

/** Chromium's major version in a user agent, or null. */
export const chromiumOf = (userAgent: string): number | null => {
  const text = /\bChrome\/(\d+)/.exec(userAgent)?.[1];
  return text === undefined ? null : Number(text);
};

/** The row for a set's engine: the first row for older engines, the last for unknown ones. */
export function webosFirmwareOf(userAgent: string): Firmware {
  const chromium = chromiumOf(userAgent);
  return newestFitting(WEBOS_FIRMWARE, (row) => chromium === null || row.chromium <= chromium);
}
