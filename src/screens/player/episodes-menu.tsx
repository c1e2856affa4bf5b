import { useMemo, useState } from 'react';
import type { Episode, EpisodeDetail } from '#contract/catalogue.ts';
import { isUnreachable } from '#src/api/client/api-error.ts';
import { episodeRow } from '#src/features/episodes/episode-row.tsx';
import { episodeToolsRow } from '#src/features/episodes/list/episode-tools-row.tsx';
import { useBegin } from '#src/features/episodes/list/use-begin.ts';
import { beginAt, EPISODE_TOOLS, useEpisodeBrowser } from '#src/features/episodes/list/use-episode-browser.tsx';
import { useEpisodeList } from '#src/features/episodes/list/use-episode-list.ts';
import { FocusScope, FocusWall, useRemoteKeys, useVisitMemory } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './episodes-menu.module.css';

export interface EpisodesMenuProps {
  /** The one that plays. */
  readonly episode: EpisodeDetail;
  readonly onPlay: (episodeId: number) => void;
  readonly onClose: () => void;
}

const WALL = 'menu/episodes';
const ROW = 'menu-episodes';
/** Panel below the picture, in rem: tiles begin and end inside the safe area. */
const PANEL = { insetLeft: 6, width: 108, height: 27 } as const;
/** The same for letters above 130 %, whose names need more room. */
const LARGE_PANEL = { ...PANEL, height: 36 } as const;
const NOTHING_OFFLINE: ReadonlyMap<number, string> = new Map();
const NO_LABEL = () => undefined;

/** The title's episodes over the picture, beginning at the one that plays. */
export function EpisodesMenu({ episode, onPlay, onClose }: EpisodesMenuProps) {
  const visit = useVisitMemory();
  // It begins at the episode that plays, not where it was left.
  useState(() => visit.walls.delete(WALL));
  const itemId = episode.item.id;
  const list = useEpisodeList(itemId, 'oldest', visit);
  const begin = useBegin({ itemId, list, target: episode });
  const clock = useClock();
  const isLarge = useSettings(({ settings }) => settings.letters === 'large-2' || settings.letters === 'large-3');
  const browser = useEpisodeBrowser({
    itemId,
    sort: 'oldest',
    count: list.data?.count ?? 0,
    seasons: list.data?.seasons,
    last: 0,
    rowKey: ROW,
    home: episode,
    begin: begin.index,
    reach: list.reach,
    visit,
  });
  useRemoteKeys(({ key, repeats }) => repeats === 0 && browser.pressDigit(key));
  const { tools } = browser;
  const rows = useMemo(() => {
    if (!list.data) return [];
    const play = ({ id }: Episode) => (id === episode.id ? onClose() : onPlay(id));
    return [
      ...(tools.length > 0 ? [episodeToolsRow(EPISODE_TOOLS, '회차', tools)] : []),
      episodeRow({
        key: ROW,
        title: tools.length > 0 ? null : { text: '회차', detail: '' },
        episodes: list.data,
        color: episode.item.color,
        now: clock.instant,
        lockedLabel: NO_LABEL,
        offlineLabels: NOTHING_OFFLINE,
        isSingle: false,
        onPlay: play,
      }),
    ];
  }, [list.data, tools, episode, clock, onPlay, onClose]);

  return (
    <div className={styles.veil} onClick={onClose}>
      <div className={styles.panel} onClick={(event) => event.stopPropagation()}>
        <FocusScope
          focusKey="menu"
          axis="column"
          role="dialog"
          label="회차"
          onBack={() => {
            onClose();
            return true;
          }}
        >
          {list.data && begin.isReady ? (
            <FocusWall
              focusKey={WALL}
              rows={rows}
              {...(isLarge ? LARGE_PANEL : PANEL)}
              handleRef={browser.wall}
              onFocusTile={browser.follow}
              initial={beginAt(ROW, `episode:${episode.id}`, tools)}
            />
          ) : list.error ? (
            <ListFailed
              focusKey="menu/failed"
              text="회차를 불러오지 못했어요."
              isOffline={isUnreachable(list.error)}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <Placeholder focusKey="menu/loading" className={styles.loading} />
          )}
          {browser.dialog}
        </FocusScope>
      </div>
    </div>
  );
}
