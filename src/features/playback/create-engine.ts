import type { Platform } from '#platform/platform.ts';
import { createShakaEngine, type PlaybackEngine, type PreparedStream } from '#src/player/index.ts';
import type { PlaybackServices } from './playback-context.ts';

/** The decoder for one video element: Shaka for this device, or that of a test. */
export const createEngineFor = (
  { clock, createEngine }: Pick<PlaybackServices, 'clock' | 'createEngine'>,
  { device, network }: Pick<Platform, 'device' | 'network'>,
  prepared: PreparedStream | null = null,
): PlaybackEngine =>
  createEngine?.() ??
  createShakaEngine({
    clock,
    keySystems: device.keySystems,
    downlinkMegabits: network.downlinkMegabits,
    isWindowed: device.platform === 'web',
    prepared,
  });
