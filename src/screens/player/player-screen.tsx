import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApi } from '#src/api/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import { usePlaybackSession } from '#src/features/playback/use-playback-session.ts';
import type { Place } from '#src/focus/index.ts';
import { Screen } from '#src/ui/screen.tsx';
import { timelineKey } from './player-keys.ts';
import { PlayerOverlay } from './player-overlay.tsx';
import styles from './player-screen.module.css';

export interface PlayerScreenProps {
  readonly episodeId: number;
  readonly place: Place;
  readonly onPlay: (episodeId: number) => void;
  /** The viewer comes back after so long that nobody expects it to play on. */
  readonly onAway: (episodeId: number) => void;
  readonly onLeave: () => void;
}

/** Toasts stand over the picture, between the banner and the sign of waiting: controls and subtitles are at the bottom. */
function useLoweredToasts() {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-top', '19rem');
    return () => void style.removeProperty('--toast-top');
  }, []);
}

export function PlayerScreen({ episodeId, place, onPlay, onAway, onLeave }: PlayerScreenProps) {
  const { session, ref } = usePlaybackSession(episodeId, onAway);
  const episode = useQuery(episodeQuery(useApi(), episodeId)).data;
  useLoweredToasts();
  return (
    <Screen
      name="player"
      label={episode && `${episode.item.name} ${episode.episode_num}`}
      initialKey={timelineKey}
      place={place}
      className={styles.screen}
    >
      <video ref={ref} className={styles.video} playsInline />
      <PlayerOverlay session={session} episodeId={episodeId} onPlay={onPlay} onLeave={onLeave} />
    </Screen>
  );
}
