import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable, type Unsubscribe } from '#src/player/readable.ts';

/*
 * state   | chosen        | time is up              | a key        | episode ends          | 20 s later
 * --------|---------------|-------------------------|--------------|-----------------------|-----------
 * off     | waiting       | -                       | -            | -                     | -
 * waiting | waiting, off  | plays: fading           | -            | "this episode": sleep | -
 *         |               | else: sleep             |              | else: -               |
 * fading  | waiting, off  | -                       | off: it wakes| sleep                 | sleep
 *
 * "Sleep" pauses the picture, leaves the player and turns the timer off. Without an open player the timer turns off.
 */

/** `episode` sleeps at the end of the current episode, a number after as many minutes. */
export const sleepChoices = ['off', 'episode', '15', '30', '60', '90'] as const;
export type SleepChoice = (typeof sleepChoices)[number];

/** The sound fades over this time before the picture stops, in ms. */
const FADE_MS = 20_000;
/** Steps of the volume, in ms. */
const STEP_MS = 250;
const MINUTE_MS = 60_000;

export interface SleepSnapshot {
  readonly choice: SleepChoice;
  readonly isFading: boolean;
  /** When the fade begins, on the monotonic clock; null without a time. */
  readonly dueAtMs: number | null;
}

/** The open player. */
export interface SleepingPlayer {
  /** Whether the viewer wants it to play. */
  readonly isPlaying: () => boolean;
  /** A share of the full volume, in [0, 1]. */
  readonly setVolume: (share: number) => void;
  /** Pauses and leaves the player. */
  readonly sleep: () => void;
}

/** Ends playback while the viewer falls asleep. It outlives the player, which is created per episode. */
export interface SleepTimer extends Readable<SleepSnapshot> {
  readonly isFading: Readable<boolean>;
  choose(choice: SleepChoice): void;
  /** Connects the player that opened; the returned function disconnects it. */
  attach(player: SleepingPlayer): Unsubscribe;
  endsWithEpisode(): boolean;
  /** The remaining time of the episode in seconds, of wall time at the current speed. */
  follow(secondsLeft: number): void;
  /** The episode has ended. Returns whether the timer ends the playback. */
  endEpisode(): boolean;
  /** A key during the fade. */
  wake(): void;
}

const OFF: SleepSnapshot = { choice: 'off', isFading: false, dueAtMs: null };

export function createSleepTimer(clock: Clock): SleepTimer {
  const state = createWritable<SleepSnapshot>(OFF);
  const isFading = createWritable(false);
  let player: SleepingPlayer | null = null;
  let volume = 1;
  let stopTimer: Stop = () => undefined;

  const enter = (next: SleepSnapshot) => {
    stopTimer();
    stopTimer = () => undefined;
    state.set(next);
    isFading.set(next.isFading);
  };

  const setVolume = (share: number) => {
    volume = share;
    player?.setVolume(share);
  };

  const sleep = () => {
    const sleeping = player;
    enter(OFF);
    // The element is silent until it is gone; the next one starts at full volume.
    volume = 1;
    sleeping?.sleep();
  };

  const fade = () => {
    if (!player?.isPlaying()) return sleep();
    const beganAtMs = clock.now();
    enter({ ...state.getState(), isFading: true, dueAtMs: null });
    stopTimer = clock.every(STEP_MS, () => {
      const share = 1 - (clock.now() - beganAtMs) / FADE_MS;
      // A paused picture needs no fade.
      if (share <= 0 || !player?.isPlaying()) return sleep();
      setVolume(share);
    });
  };

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    isFading,
    choose(choice) {
      if (state.getState().isFading) setVolume(1);
      if (choice === 'off' || choice === 'episode') return enter({ ...OFF, choice });
      const delayMs = Number(choice) * MINUTE_MS;
      enter({ choice, isFading: false, dueAtMs: clock.now() + delayMs });
      stopTimer = clock.after(delayMs, fade);
    },
    attach(opened) {
      player = opened;
      opened.setVolume(volume);
      return () => {
        if (player === opened) player = null;
      };
    },
    endsWithEpisode: () => state.getState().choice === 'episode' || state.getState().isFading,
    follow(secondsLeft) {
      const { choice, isFading: isFadingNow } = state.getState();
      if (choice === 'episode' && !isFadingNow && secondsLeft * 1000 <= FADE_MS && player?.isPlaying()) fade();
    },
    endEpisode() {
      const { choice, isFading: isFadingNow } = state.getState();
      if (choice !== 'episode' && !isFadingNow) return false;
      sleep();
      return true;
    },
    wake() {
      if (!state.getState().isFading) return;
      enter(OFF);
      setVolume(1);
    },
  };
}
