import { useEffect, useState } from 'react';
import { requestEpisode } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { hasPointerMoved } from '#src/focus/index.ts';
import { createPlayerModel, type Playback, type PlayerModel } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { skipModeOf } from '#src/stores/settings-store.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices } from './playback-context.ts';
import { skippedText } from './skip-labels.ts';
import { useSleepTimer } from './use-sleep-timer.ts';

export interface PlayerModelInputs {
  readonly playback: Playback;
  /** Undefined until the episode is known. */
  readonly seriesKey: string | undefined;
  readonly nextEpisodeId: number | null;
  readonly onPlay: (episodeId: number) => void;
}

/** The player model of this playback, with the profile's settings. */
export function usePlayerModel({ playback, seriesKey, nextEpisodeId, onPlay }: PlayerModelInputs): PlayerModel {
  const { clock, presence } = usePlaybackServices();
  const { keys } = usePlatform();
  const api = useApi();
  const { settings, toasts } = useStores();
  const sleep = useSleepTimer();
  const [outside] = useState({ seriesKey, onPlay });
  useEffect(() => {
    Object.assign(outside, { seriesKey, onPlay });
  }, [outside, seriesKey, onPlay]);

  const [model] = useState(() =>
    createPlayerModel({
      playback,
      clock,
      presence,
      wishes: () => {
        const chosen = settings.getState().settings;
        return {
          autoplayNext: chosen.autoplayNext,
          skip: (kind) => (outside.seriesKey === undefined ? 'ask' : skipModeOf(chosen, outside.seriesKey, kind)),
        };
      },
      isStillThere: (episodeId) => isStillThere(api, episodeId),
      onPlay: (episodeId) => outside.onPlay(episodeId),
      onSkipped: (kind) => toasts.getState().show(skippedText(kind)),
      sleep,
    }),
  );
  useEffect(() => model.start(), [model]);
  useEffect(() => model.setNextEpisode(nextEpisodeId), [model, nextEpisodeId]);

  // Any key and any move of the pointer shows that the viewer is there, and keeps shown controls: an arrow or a pointer among
  // their buttons does nothing else for them.
  useEffect(() => {
    const handleInput = () => {
      presence.touch();
      if (model.controls.getState()) model.controls.show();
    };
    const unsubscribe = keys.subscribe(({ phase }) => {
      if (phase === 'down') handleInput();
    });
    const handleMove = () => {
      if (hasPointerMoved()) handleInput();
    };
    window.addEventListener('mousemove', handleMove);
    return () => {
      unsubscribe();
      window.removeEventListener('mousemove', handleMove);
    };
  }, [keys, model, presence]);
  return model;
}

/** False only if the server says that the viewer cannot see the episode (any more). */
async function isStillThere(api: Client, episodeId: number): Promise<boolean> {
  try {
    // The card of the next episode shows its query, and disappears now.
    await requestEpisode(api, episodeId);
    return true;
  } catch (error) {
    const code = errorCodeOf(error);
    return code !== 'NOT_FOUND' && code !== 'RATING_RESTRICTED';
  }
}
