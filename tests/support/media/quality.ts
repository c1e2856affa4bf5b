import type { CrashReport, QualityReport } from '#contract/quality.ts';

/** A playback without trouble. */
export const buildQuality = (changes: Partial<QualityReport> = {}): QualityReport => ({
  startup_ms: 900,
  rebuffer_ms: 0,
  cnt_rebuffer: 0,
  cnt_dropped: 0,
  cnt_decoded: 1000,
  average_bitrate: 3_000_000,
  cnt_switch: 1,
  errors: [],
  platform: 'tizen',
  app_version: '1.2.3',
  engine: 'Tizen 5.0 · Chromium 63',
  ...changes,
});

export const buildCrash = (changes: Partial<CrashReport> = {}): CrashReport => ({
  app_version: '1.2.3',
  platform: 'tizen',
  engine: 'Tizen 5.0 · Chromium 63',
  screen: 'item',
  message: 'x is undefined',
  stack: 'at open (item-1a1cf04.js:1:52)\nat b (first-abcdef1.js:2:1)',
  ...changes,
});
