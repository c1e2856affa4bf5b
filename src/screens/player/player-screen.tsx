import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '#src/api/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import { Subtitles } from '#src/features/playback/subtitles.tsx';
import { usePlaybackSession, useReadable } from '#src/features/playback/use-playback-session.ts';
import { useBack, type Place } from '#src/focus/index.ts';
import type { PlaybackSession } from '#src/player/index.ts';
import { Screen } from '#src/ui/screen.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { PlayerNotice, noticeOf } from './player-notice.tsx';
import styles from './player-screen.module.css';
import { PlayerSurface, surfaceKey } from './player-surface.tsx';
import { useControls } from './use-controls.ts';

export interface PlayerScreenProps {
  readonly episodeId: number;
  readonly place: Place;
  readonly onPlay: (episodeId: number) => void;
  readonly onLeave: () => void;
}

export function PlayerScreen({ episodeId, place, onPlay, onLeave }: PlayerScreenProps) {
  const { session, ref } = usePlaybackSession(episodeId);
  return (
    <Screen name="player" initialKey={surfaceKey} place={place} className={styles.screen}>
      <video ref={ref} className={styles.video} playsInline />
      <PlayerOverlay session={session} episodeId={episodeId} onPlay={onPlay} onLeave={onLeave} />
    </Screen>
  );
}

interface PlayerOverlayProps extends Omit<PlayerScreenProps, 'place'> {
  readonly session: PlaybackSession;
}

function PlayerOverlay({ session, episodeId, onPlay, onLeave }: PlayerOverlayProps) {
  const api = useApi();
  const episode = useQuery(episodeQuery(api, episodeId)).data;
  const { machine } = session;
  const { phase, video, refusal } = useReadable(session);
  const snapshot = useReadable(machine);
  const notice = noticeOf(phase, refusal, snapshot);
  const controls = useControls(snapshot.state !== 'playing');
  const nextEpisodeId = video?.next_episode_id ?? null;

  const playNext = useCallback(() => {
    if (nextEpisodeId !== null) onPlay(nextEpisodeId);
  }, [nextEpisodeId, onPlay]);

  const { isShown, hide } = controls;
  // Just paused is not playing: there is nothing to hide the controls for.
  const isPlaying = snapshot.state === 'playing' && snapshot.isPlayWanted;
  useBack(
    useCallback(() => {
      if (isShown && isPlaying) hide();
      else onLeave();
      return true;
    }, [isShown, isPlaying, hide, onLeave]),
  );

  return (
    <>
      <PlayerSurface
        machine={machine}
        title={episode?.item.name ?? ''}
        subtitle={episode ? `${episode.episode_num} · ${episode.subject}` : ''}
        isOpening={phase === 'opening'}
        isShown={isShown && !notice}
        onShow={controls.show}
        onLeave={onLeave}
        onNext={playNext}
      />
      <Subtitles session={session} isRaised={isShown} />
      {snapshot.isBufferingShown && !notice && (
        <div className={styles.buffering}>
          <Spinner label="불러오는 중이에요" />
        </div>
      )}
      {notice && (
        <PlayerNotice
          notice={notice}
          hasNext={nextEpisodeId !== null}
          onRetry={() => void session.retry()}
          onReplay={() => machine.play()}
          onNext={playNext}
          onLeave={onLeave}
        />
      )}
    </>
  );
}
