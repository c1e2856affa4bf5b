import { useLayoutEffect, useMemo } from 'react';
import { useBegun } from './use-begun.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { useFocusMove, useRemoteKeys, type Direction, type HoldAction, type KeyPress } from '#src/focus/index.ts';
import { HOLD_MS } from '#src/lib/press.ts';
import { createWritable, type Playback, type PlayerModel, type SeekDirection } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import type { MenuKind } from './player-menu.tsx';

export const timelineKey = 'player/timeline';
export const promptKey = 'player/prompt';

/** Speed while OK is held. */
const FAST_SPEED = 2;

export interface PlayerKeysOptions {
  readonly playback: Playback;
  readonly model: PlayerModel;
  readonly previousEpisodeId: number | null;
  /** The length is unknown: keys that seek wait. */
  readonly isWaiting: boolean;
  readonly onPlay: (episodeId: number) => void;
  readonly onMenu: (kind: MenuKind) => void;
  readonly onLeave: () => void;
}

const SEEK_KEYS: Partial<Record<RemoteKey, SeekDirection>> = { left: -1, rewind: -1, right: 1, 'fast-forward': 1 };
const MENU_KEYS: Partial<Record<RemoteKey, MenuKind>> = {
  red: 'subtitles',
  caption: 'subtitles',
  green: 'speed',
  yellow: 'quality',
};

const isDigit = (key: RemoteKey) => /^\d$/.test(key);

/** Keys that also work while a menu is open. */
const TRANSPORT: readonly RemoteKey[] = [
  'play',
  'pause',
  'play-pause',
  'stop',
  'rewind',
  'fast-forward',
  'previous',
  'next',
];

/** The player's keys, independent of the focus; menus use others than these, and dialogs handle their own. */
export function usePlayerKeys(options: PlayerKeysOptions) {
  const { playback, model } = options;
  const { machine } = playback;
  const focus = useFocusMove();
  const { isFast, holdTimeline, seekDown, show, toggle } = usePlayerActions(playback, model);
  const { hasBegun, isBounce } = useBegun(machine);

  /** A second OK or click on what opened the player does not pause. */
  const toggleUnlessBounced = () => {
    if (!machine.getState().isPlayWanted || (hasBegun() && !isBounce())) toggle();
  };

  /** During an advertisement the viewer can only pause and leave. */
  const pressInAd = (key: RemoteKey) => {
    if (key === 'play' || key === 'pause' || key === 'play-pause') playback.toggleAdPause();
    if (key === 'stop') options.onLeave();
  };

  const pressMediaKey = (key: RemoteKey) => {
    show();
    switch (key) {
      case 'play':
        return machine.play();
      case 'pause':
        return machine.pause();
      case 'play-pause':
        return isBounce() && machine.getState().isPlayWanted ? undefined : toggle();
      case 'stop':
        return options.onLeave();
      case 'next':
      case 'channel-up':
      case 'blue':
        return model.playNext();
      case 'previous':
      case 'channel-down':
        return options.previousEpisodeId === null ? undefined : options.onPlay(options.previousEpisodeId);
      default:
        if (!isDigit(key)) return;
        // OK confirms the seek.
        focus(timelineKey);
        return model.seek.aimAt((machine.getState().durationSeconds * Number(key)) / 10);
    }
  };

  const handleKey = (press: KeyPress) => {
    const { key, repeats } = press;
    // Back has its own handler.
    if (key === 'back') return false;
    if (playback.adBreak.getState()) {
      if (repeats === 0) pressInAd(key);
      return true;
    }
    const direction = SEEK_KEYS[key];
    if (options.isWaiting && (direction !== undefined || isDigit(key))) return false;
    if (direction !== undefined) {
      seekDown(direction, press);
      return true;
    }
    if (repeats > 0) return true;
    const menu = MENU_KEYS[key];
    if (menu) options.onMenu(menu);
    else pressMediaKey(key);
    return true;
  };
  useRemoteKeys(handleKey);

  useSpokenSeeks(playback, model, show);

  return {
    /** Whether a held OK doubles the speed. */
    isFast,
    show,
    pressPicture: toggleUnlessBounced,
    /** Handles a key that a menu did not use. */
    pressInMenu: (press: KeyPress) => TRANSPORT.includes(press.key) && handleKey(press),
    /** OK on the timeline confirms a seek, or else toggles playback. */
    pressTimeline() {
      if (model.seek.confirm()) return;
      show();
      toggleUnlessBounced();
    },
    holdTimeline,
    /** Left and right seek. Up and down show hidden controls, and move the focus when the controls are visible. */
    arrowOnTimeline(direction: Direction, press: KeyPress): boolean {
      const seekDirection = SEEK_KEYS[direction];
      if (seekDirection !== undefined) {
        seekDown(seekDirection, press);
        return true;
      }
      const wasShown = model.controls.getState();
      show();
      // Only a prompt is above the timeline.
      return !wasShown || (direction === 'up' && model.prompts.getState() === null);
    },
  };
}

export type PlayerKeys = ReturnType<typeof usePlayerKeys>;

/** What several keys do. */
function usePlayerActions(playback: Playback, model: PlayerModel) {
  const { choices } = usePlaybackServices();
  const { device } = usePlatform();
  const focus = useFocusMove();
  return useMemo(() => {
    const { machine } = playback;
    const toggle = () => (machine.getState().isPlayWanted ? machine.pause() : machine.play());
    /** The timeline gets the focus whenever the controls appear. */
    const show = () => {
      const wasShown = model.controls.getState();
      model.controls.show();
      if (!wasShown) focus(timelineKey);
    };
    const seekDown = (direction: SeekDirection, press: KeyPress) => {
      model.controls.show();
      // OK confirms the seek, so the timeline must have the focus.
      focus(timelineKey);
      model.seek.keyDown(direction, press);
    };
    const isFast = createWritable(false);
    const setFast = (isHeld: boolean) => {
      isFast.set(isHeld);
      playback.setSpeed(isHeld ? FAST_SPEED : choices.getState().speed);
    };
    /** Holding OK plays at double speed if the set supports it; not while seeking, when OK confirms the target. */
    const holdTimeline = (): HoldAction | null =>
      device.playbackRates.includes(FAST_SPEED) && machine.getState().state === 'playing' && !model.seek.getState()
        ? { afterMs: HOLD_MS.speed, begin: () => setFast(true), end: () => setFast(false) }
        : null;
    return { toggle, show, seekDown, isFast, holdTimeline };
  }, [playback, model, choices, device, focus]);
}

/** Seeks that the viewer says. */
function useSpokenSeeks(playback: Playback, model: PlayerModel, show: () => void) {
  const { spoken } = usePlaybackServices();
  const { machine } = playback;
  useLayoutEffect(() => {
    const seekTo = (seconds: number) => {
      if (!machine.can.seek || playback.adBreak.getState()) return false;
      show();
      model.seek.aimAt(seconds);
      model.seek.confirm();
      return true;
    };
    const seekBy = (seconds: number) => seekTo(machine.position.getState().positionSeconds + seconds);
    spoken.set({ seekBy, seekTo });
    return () => spoken.set(null);
  }, [spoken, playback, machine, model, show]);
}
