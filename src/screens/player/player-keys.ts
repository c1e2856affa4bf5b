import { useEffect, useMemo } from 'react';
import type { RemoteKey, RemoteKeyEvent } from '#platform/platform.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { useFocusMove, useRemoteKeys, type Direction } from '#src/focus/index.ts';
import { createOkHold, type PlaybackSession, type PlayerModel, type SeekDirection } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import type { MenuKind } from './player-menu.tsx';

export const timelineKey = 'player/timeline';
export const promptKey = 'player/prompt';

/** While OK is held. */
const FAST_SPEED = 2;

export interface PlayerKeysOptions {
  readonly session: PlaybackSession;
  readonly model: PlayerModel;
  readonly previousEpisodeId: number | null;
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

/** What the remote does in the player, wherever the focus is; menus and dialogs keep their keys for themselves. */
export function usePlayerKeys(options: PlayerKeysOptions) {
  const { session, model } = options;
  const { clock, choices } = usePlaybackServices();
  const { device, keys } = usePlatform();
  const focus = useFocusMove();

  const actions = useMemo(() => {
    const { machine } = session;
    const toggle = () => (machine.getState().isPlayWanted ? machine.pause() : machine.play());
    /** Focus is on the timeline whenever the controls come. */
    const show = () => {
      const wasShown = model.controls.getState();
      model.controls.show();
      if (!wasShown) focus(timelineKey);
    };
    const seekDown = (direction: SeekDirection, event: RemoteKeyEvent) => {
      model.controls.show();
      // OK goes there: nothing else may have the focus now.
      focus(timelineKey);
      model.seek.keyDown(direction, event.repeats > 0);
    };
    const ok = createOkHold({
      clock,
      canHold: () =>
        device.playbackRates.includes(FAST_SPEED) && keys.doKeysComeUp() && machine.getState().state === 'playing',
      onPress() {
        show();
        toggle();
      },
      onHold: (isHeld) => session.setSpeed(isHeld ? FAST_SPEED : choices.getState().speed),
    });
    return { machine, toggle, show, seekDown, ok };
  }, [session, model, clock, choices, device, keys, focus]);

  const { ok, seekDown, show, toggle, machine } = actions;
  // A player that is left with OK held leaves no timer.
  useEffect(() => ok.cancel, [ok]);

  /** An advertisement is paused and left like anything else, and nothing more. */
  const pressInAd = (key: RemoteKey) => {
    if (key === 'play' || key === 'pause' || key === 'play-pause') session.toggleAdPause();
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
        return toggle();
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
        if (!/^\d$/.test(key)) return;
        // OK goes there.
        focus(timelineKey);
        return model.seek.aimAt((machine.getState().durationSeconds * Number(key)) / 10);
    }
  };

  useRemoteKeys((event) => {
    if (session.adBreak.getState() && event.key !== 'back') {
      if (event.phase === 'down' && event.repeats === 0) pressInAd(event.key);
      return true;
    }
    const direction = SEEK_KEYS[event.key];
    if (event.phase === 'up') {
      if (direction !== undefined) model.seek.keyUp(direction);
      if (event.key === 'ok') ok.up();
      return true;
    }
    if (direction !== undefined) {
      seekDown(direction, event);
      return true;
    }
    // Back has its own way.
    if (event.key === 'back') return false;
    if (event.repeats > 0) return true;
    const menu = MENU_KEYS[event.key];
    if (menu) options.onMenu(menu);
    else pressMediaKey(event.key);
    return true;
  });

  return {
    ok,
    show,
    toggle,
    /** OK on the timeline: goes there while seeking, else plays, pauses, or is held. */
    pressTimeline() {
      if (!model.seek.confirm()) ok.down();
    },
    /** Left and right seek; up and down show the controls first, and move when they are there. */
    arrowOnTimeline(direction: Direction, event: RemoteKeyEvent): boolean {
      const seekDirection = SEEK_KEYS[direction];
      if (seekDirection !== undefined) {
        seekDown(seekDirection, event);
        return true;
      }
      const wasShown = model.controls.getState();
      show();
      // Only a prompt stands above the timeline.
      return !wasShown || (direction === 'up' && model.prompts.getState() === null);
    },
  };
}

export type PlayerKeys = ReturnType<typeof usePlayerKeys>;
