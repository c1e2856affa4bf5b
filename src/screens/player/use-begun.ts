import { useLayoutEffect, useState } from 'react';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { useFocusEngine, type FocusEngine } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { PlaybackMachine } from '#src/player/index.ts';

/** Within this time after the press that opened the player, in ms, another one is a bounce of the key. */
const BOUNCE_MS = 500;

function createBegun(machine: PlaybackMachine, engine: FocusEngine, clock: Clock) {
  const openedAt = engine.lastActAt();
  let hasBegun = false;
  return {
    follow() {
      const { state } = machine.getState();
      if (state !== 'idle' && state !== 'loading') hasBegun = true;
    },
    /** Whether the first frame was shown before the acting key was pressed. */
    hasBegun: () => hasBegun && !engine.isLate(),
    isBounce: () => clock.now() - openedAt < BOUNCE_MS,
  };
}

/** Tells an OK for the player from a second one for the screen that opened it: remotes bounce, and viewers hurry. */
export function useBegun(machine: PlaybackMachine) {
  const engine = useFocusEngine();
  const { clock } = usePlaybackServices();
  const [begun] = useState(() => createBegun(machine, engine, clock));
  useLayoutEffect(() => {
    begun.follow();
    return machine.subscribe(begun.follow);
  }, [machine, begun]);
  return begun;
}
