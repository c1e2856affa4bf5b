import type { Clock } from '#src/lib/clock.ts';
import type { OfflineEpisodes } from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';

/** Delay of the prefetch, in ms, so that it does not compete with the first screen's pictures. */
const AFTER_START_MS = 3_000;

export interface OfflineEffectsOptions {
  readonly offline: OfflineEpisodes;
  readonly session: SessionStore;
  readonly clock: Clock;
  /** Prefetches the scripts that playback without a network needs. */
  readonly prepare: () => void;
}

/**
 * Prefetches the scripts that play downloads without a network, and removes expired downloads from the disk. Signing
 * out deletes all downloads.
 */
export function startOfflineEffects({ offline, session, clock, prepare }: OfflineEffectsOptions): void {
  if (!offline.isEmpty()) {
    clock.after(AFTER_START_MS, () => {
      prepare();
      void offline.load();
    });
  }
  session.subscribe((state, before) => {
    if (before.accountToken !== null && state.accountToken === null) void offline.removeAll();
  });
  offline.subscribe(() => {
    if (offline.getState()?.length) prepare();
  });
}
