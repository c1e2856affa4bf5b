import type { Clock } from '#src/lib/clock.ts';
import type { PlaybackEngine } from './engine.ts';

export interface ShakaEngineOptions {
  readonly clock: Clock;
  /** Address of `shaka-player.compiled.js`; `vendor/shaka-player.compiled.js` beside the page when absent. */
  readonly scriptUrl?: string;
}

export function createShakaEngine(_options: ShakaEngineOptions): PlaybackEngine {
  throw new Error('not built yet');
}
