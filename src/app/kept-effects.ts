import type { Clock } from '#src/lib/clock.ts';
import type { KeptEpisodes } from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';

/** The first screen has had its pictures by then, in ms. */
const AFTER_START_MS = 3_000;

export interface KeptEffectsOptions {
  readonly kept: KeptEpisodes;
  readonly session: SessionStore;
  readonly clock: Clock;
  /** Loads what a play without a network needs. */
  readonly prepare: () => void;
}

/**
 * Who keeps something finds it when the network is gone: the scripts are fetched while it is there, and what is over is
 * cleared from the disk. Who signs out takes nothing along.
 */
export function startKeptEffects({ kept, session, clock, prepare }: KeptEffectsOptions): void {
  if (!kept.isEmpty()) {
    clock.after(AFTER_START_MS, () => {
      prepare();
      void kept.load();
    });
  }
  session.subscribe((state, before) => {
    if (before.accountToken !== null && state.accountToken === null) void kept.removeAll();
  });
  kept.subscribe(() => {
    if (kept.getState()?.length) prepare();
  });
}
