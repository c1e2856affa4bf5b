import type { KeySystem } from '../platform.ts';

/** What a year of LG's sets can do. */
export interface WebosFirmware {
  /** Name of the system as LG writes it. */
  readonly version: string;
  readonly year: number;
  readonly chromium: number;
  readonly preferredVideoCodecs: readonly string[];
  readonly keySystems: readonly KeySystem[];
}

/** LG, "Streaming Protocol and DRM": both through EME; the levels differ per model, so the one that all have. */
const KEY_SYSTEMS: readonly KeySystem[] = [
  { name: 'com.widevine.alpha', videoRobustness: 'HW_SECURE_ALL' },
  { name: 'com.microsoft.playready', videoRobustness: '2000' },
];

/**
 * Oldest first. Versions, years and Chromium: LG, "Web API and Web Engine". Decoders of H.264 and VP9: LG, "Audio and Video
 * Format". Sets that LG upgrades say the newer version and have its engine.
 */
export const WEBOS_FIRMWARE: readonly WebosFirmware[] = (
  [
    ['4.x', 2018, 53],
    ['5.x', 2020, 68],
    ['6.x', 2021, 79],
    ['22', 2022, 87],
    ['23', 2023, 94],
    ['24', 2024, 108],
    ['25', 2025, 120],
    ['26', 2026, 132],
  ] as const
).map(([version, year, chromium]) => ({
  version,
  year,
  chromium,
  preferredVideoCodecs: ['avc1', 'vp09'],
  keySystems: KEY_SYSTEMS,
}));

/** LG, "Streaming Protocol and DRM": normal speed alone, on all of them. */
export const WEBOS_PLAYBACK_RATES = [1] as const;

/** Number of the engine in a user agent, or null. */
export const chromiumOf = (userAgent: string): number | null => {
  const text = /\bChrome\/(\d+)/.exec(userAgent)?.[1];
  return text === undefined ? null : Number(text);
};

/** The row that a set's engine falls into: older ones are taken for the first, unknown ones for the last. */
export function webosFirmwareOf(userAgent: string): WebosFirmware {
  const chromium = chromiumOf(userAgent);
  const fitting = WEBOS_FIRMWARE.filter((row) => chromium === null || row.chromium <= chromium);
  return (fitting[fitting.length - 1] ?? WEBOS_FIRMWARE[0]) as WebosFirmware;
}
