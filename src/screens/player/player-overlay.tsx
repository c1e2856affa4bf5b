import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { seriesKeyOf } from '#src/features/playback/series-key.ts';
import { Subtitles } from '#src/features/playback/cues/subtitles.tsx';
import { useAfterLast } from '#src/features/playback/use-after-last.ts';
import { useNextEpisode } from '#src/features/playback/use-next-episode.ts';
import { useReadable } from '#src/features/playback/use-playback.ts';
import { usePlayerModel } from '#src/features/playback/use-player-model.ts';
import { useSleepTimer } from '#src/features/playback/use-sleep-timer.ts';
import { useBack } from '#src/focus/index.ts';
import { episodeName } from '#src/lib/title-labels.ts';
import { promptManners, type Playback } from '#src/player/index.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { usePlayerKeys } from './player-keys.ts';
import { FailedArt } from './failed-art.tsx';
import { PlayerMenu, useMenus, useMenuValues, type MenuKind } from './player-menu.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { PlayerPrompt } from './player-prompt.tsx';
import styles from './player-screen.module.css';
import { PlayerSurface } from './player-surface.tsx';
import { RatingNotice } from './rating-notice.tsx';

export interface PlayerOverlayProps {
  readonly playback: Playback;
  readonly episodeId: number;
  readonly onPlay: (episodeId: number) => void;
  /** Opens a title instead of the player. */
  readonly onOpenItem: (itemId: number) => void;
  readonly onLeave: () => void;
}

/** Until the video says which there are: buttons that come one by one would move under a pointer. */
const NO_MENUS: readonly MenuKind[] = [];

/** Everything over the video: at most one prompt, the controls, a menu, subtitles. */
export function PlayerOverlay({ playback, episodeId, onPlay, onOpenItem, onLeave }: PlayerOverlayProps) {
  const api = useApi();
  const { machine } = playback;
  const episode = useQuery(episodeQuery(api, episodeId)).data;
  const { phase, video } = useReadable(playback);
  const snapshot = useReadable(machine);
  const isWaitShown = useReadable(playback.isWaitShown);
  const menus = useMenus(useReadable(playback.tracks), episode);
  const menuValues = useMenuValues(playback);
  const nextEpisodeId = useNextEpisode(episode, video);
  const seriesKey = episode && seriesKeyOf(episode);
  const sleep = useSleepTimer();
  const model = usePlayerModel({ playback, seriesKey, nextEpisodeId, onPlay });
  useRememberedChoices(playback, seriesKey);

  const areControlsShown = useReadable(model.controls);
  const isNextGone = useReadable(model.isNextGone);
  const prompt = useReadable(model.prompts);
  const isLast = video?.next_episode_id === null && nextEpisodeId === null;
  const after = useAfterLast(episode, isLast, snapshot.state === 'ended');
  const dialog = prompt && promptManners[prompt.kind].isModal ? prompt : null;
  const isInAd = useSyncExternalStore(playback.adBreak.subscribe, () => playback.adBreak.getState() !== null);
  const isWaiting = phase === 'opening' || isInAd || (snapshot.state === 'loading' && snapshot.durationSeconds === 0);
  const isShown = areControlsShown && !dialog && !isInAd;
  const overPicture = prompt && !dialog && (isShown || !prompt.isResting) ? prompt : null;

  // The card of the next episode, and two buttons at the ending.
  const isPromptTall = overPicture?.kind === 'next-episode' || overPicture?.kind === 'skip-ending';

  const [openMenu, setOpenMenu] = useState<MenuKind | null>(null);
  const menu = dialog || isInAd ? null : openMenu;
  useEffect(() => model.setMenuOpen(menu !== null), [model, menu]);

  const showMenu = (kind: MenuKind) => {
    if (menus.includes(kind)) setOpenMenu(kind);
  };
  const previousEpisodeId = episode?.previous_id ?? null;
  const keys = usePlayerKeys({ playback, model, previousEpisodeId, isWaiting, onPlay, onMenu: showMenu, onLeave });
  const isSeeking = useSyncExternalStore(model.seek.subscribe, () => model.seek.getState() !== null);
  const isFast = useReadable(keys.isFast);

  useBack(() => {
    if (model.seek.cancel()) return true;
    if (overPicture && model.prompts.dismiss()) return true;
    // `state` may still be `playing` just after the viewer paused, until the engine confirms.
    if (isShown && snapshot.state === 'playing' && snapshot.isPlayWanted) model.controls.hide();
    else onLeave();
    return true;
  });

  return (
    <>
      {overPicture && (
        <PlayerPrompt
          prompt={overPicture}
          playback={playback}
          model={model}
          nextEpisodeId={nextEpisodeId}
          areControlsShown={isShown}
          onArrow={keys.arrowOnTimeline}
        />
      )}
      <PlayerSurface
        machine={machine}
        model={model}
        keys={keys}
        title={episode?.item.name ?? ''}
        subtitle={episode ? episodeName(episode) : ''}
        sheet={video?.thumbnails ?? null}
        isWaiting={isWaiting}
        isShown={isShown}
        isMenuOpen={menu !== null}
        menus={isWaiting ? NO_MENUS : menus}
        menuValues={menuValues}
        onMenu={showMenu}
        onPrevious={previousEpisodeId === null ? null : () => onPlay(previousEpisodeId)}
        onNext={nextEpisodeId === null || isNextGone ? null : model.playNext}
      />
      {/* Subtitles of the old position would mislead during a seek; the list of episodes lies where they are. */}
      {!isSeeking && menu !== 'episodes' && (
        <Subtitles
          playback={playback}
          lift={isShown ? (isPromptTall ? 2 : 1) : isPromptTall ? 1 : 0}
          isBesidePrompt={overPicture !== null && !isPromptTall && overPicture.kind !== 'network'}
          isBesideMenu={menu !== null}
          sample={menu === 'subtitles' ? '자막이 이렇게 보여요' : null}
        />
      )}
      {episode && (
        <RatingNotice
          playback={playback}
          episode={episode}
          isCovered={isInAd || dialog !== null}
          isBesideMenu={menu !== null}
        />
      )}
      {isFast && <p className={styles.fast}>2배속으로 재생 중</p>}
      {isWaitShown && !dialog && (
        <div className={styles.buffering}>
          <Spinner label="불러오는 중이에요" />
        </div>
      )}
      {menu && (
        <PlayerMenu
          key={menu}
          kind={menu}
          playback={playback}
          episode={episode}
          onKey={keys.pressInMenu}
          onPlay={onPlay}
          onClose={() => setOpenMenu(null)}
        />
      )}
      {dialog?.kind === 'failure' && episode && <FailedArt episode={episode} />}
      {dialog && (
        <PlayerNotice
          kind={dialog.kind}
          playback={playback}
          hasNext={nextEpisodeId !== null && !isNextGone}
          endedTitle={isNextGone ? (episode?.item.name ?? '') : null}
          after={after}
          onOpenItem={onOpenItem}
          onRetry={() => void playback.retry()}
          onReplay={() => machine.play()}
          onNext={model.playNext}
          onStillWatching={() => model.press('still-watching')}
          onWake={sleep.wake}
          onLeave={onLeave}
        />
      )}
    </>
  );
}

/** Applies the sound and the subtitles chosen for this series, and the speed and quality chosen since the app started. */
function useRememberedChoices(playback: Playback, seriesKey: string | undefined) {
  const { choices } = usePlaybackServices();
  const { settings } = useStores();
  useEffect(() => {
    const { speed, height } = choices.getState();
    if (speed !== 1) playback.setSpeed(speed);
    if (height !== null) playback.selectQuality(height);
  }, [playback, choices]);
  useEffect(() => {
    if (seriesKey === undefined) return;
    const { audioBySeries, subtitlesBySeries } = settings.getState().settings;
    const [audioKey, subtitleKey] = [audioBySeries[seriesKey], subtitlesBySeries[seriesKey]];
    if (audioKey !== undefined) playback.selectAudio(audioKey);
    if (subtitleKey !== undefined) playback.selectSubtitle(subtitleKey);
  }, [playback, settings, seriesKey]);
}
