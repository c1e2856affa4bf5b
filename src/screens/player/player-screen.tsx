import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import { usePlayback } from '#src/features/playback/use-playback.ts';
import { useSleepingPlayer } from '#src/features/playback/use-sleep-timer.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { createRowOf, type Way } from '#src/lib/opening-row.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import { timelineKey } from './player-keys.ts';
import { PlayerOverlay, type PlayerOverlayProps } from './player-overlay.tsx';
import styles from './player-screen.module.css';

export interface PlayerScreenProps extends Pick<PlayerOverlayProps, 'onOpenItem'> {
  readonly episodeId: number;
  readonly visit: VisitMemory;
  readonly way: Way;
  readonly onPlay: (episodeId: number) => void;
  /** Called when the viewer returns after a long absence and no longer expects playback. */
  readonly onAway: (episodeId: number) => void;
  readonly onLeave: () => void;
}

/** Moves toasts between the banner and the spinner; controls and subtitles occupy the bottom. */
function useLoweredToasts() {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-top', '19rem');
    return () => void style.removeProperty('--toast-top');
  }, []);
}

export function PlayerScreen({ episodeId, visit, way, onPlay, onOpenItem, onAway, onLeave }: PlayerScreenProps) {
  const [rowOf] = useState(() => createRowOf(way));
  const { playback, video, ref } = usePlayback(episodeId, onAway, rowOf);
  useSleepingPlayer(playback, video, onLeave);
  const episode = useQuery(episodeQuery(useApi(), episodeId)).data;
  useLoweredToasts();
  return (
    <Screen
      name="player"
      label={episode && `${episode.item.name} ${episode.episode_num}`}
      initialKey={timelineKey}
      visit={visit}
      className={styles.screen}
    >
      <video ref={ref} className={styles.video} playsInline />
      <PlayerOverlay
        playback={playback}
        episodeId={episodeId}
        onPlay={onPlay}
        onOpenItem={onOpenItem}
        onLeave={onLeave}
      />
    </Screen>
  );
}
