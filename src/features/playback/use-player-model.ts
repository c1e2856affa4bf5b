import { useEffect, useState } from 'react';
import { createPlayerModel, type PlaybackSession, type PlayerModel } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { skipsOpening } from '#src/stores/settings-store.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices } from './playback-context.ts';

export interface PlayerModelInputs {
  readonly session: PlaybackSession;
  /** Undefined until the episode is known. */
  readonly seriesKey: string | undefined;
  readonly nextEpisodeId: number | null;
  readonly onPlay: (episodeId: number) => void;
}

/** What the viewer does with this playback, with the settings of the profile. */
export function usePlayerModel({ session, seriesKey, nextEpisodeId, onPlay }: PlayerModelInputs): PlayerModel {
  const { clock, presence } = usePlaybackServices();
  const { keys } = usePlatform();
  const { settings, toasts } = useStores();
  const [outside] = useState({ seriesKey, onPlay });
  useEffect(() => {
    Object.assign(outside, { seriesKey, onPlay });
  }, [outside, seriesKey, onPlay]);

  const [model] = useState(() =>
    createPlayerModel({
      session,
      clock,
      presence,
      doKeysComeUp: keys.doKeysComeUp,
      wishes: () => {
        const chosen = settings.getState().settings;
        return {
          autoplayNext: chosen.autoplayNext,
          skipsOpening: outside.seriesKey !== undefined && skipsOpening(chosen, outside.seriesKey),
        };
      },
      onPlay: (episodeId) => outside.onPlay(episodeId),
      onOpeningSkipped: () => toasts.getState().show('오프닝을 건너뛰었어요'),
    }),
  );
  useEffect(() => model.start(), [model]);
  useEffect(() => model.setNextEpisode(nextEpisodeId), [model, nextEpisodeId]);

  // Whatever is pressed, somebody is there.
  useEffect(() => {
    const unsubscribe = keys.subscribe(({ phase }) => {
      if (phase === 'down') presence.touch();
    });
    window.addEventListener('mousemove', presence.touch);
    return () => {
      unsubscribe();
      window.removeEventListener('mousemove', presence.touch);
    };
  }, [keys, presence]);
  return model;
}
