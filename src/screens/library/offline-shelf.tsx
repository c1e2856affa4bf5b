import { useEffect, useMemo, useState } from 'react';
import { OfflineDialog } from '#src/features/playback/offline/offline-dialog.tsx';
import { offlineDetail, offlineStateName } from '#src/features/playback/offline/offline-labels.ts';
import { useOfflineEpisodes } from '#src/features/playback/offline/use-offline-episodes.ts';
import { holdHint, holdSentence } from '#src/lib/hold-hint.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings, useToasts } from '#src/stores/stores-context.ts';
import { Grid, wideGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { GridSkeleton } from '#src/ui/list/grid-skeleton.tsx';
import { ListEmpty } from '#src/ui/list/list-empty.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import styles from './library-screen.module.css';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

const keyOf = ({ episode }: OfflineEpisode) => `offline:${episode.id}`;

/** Episodes on this device's disk, which play without a network. */
export function OfflineShelf({ onPlay }: { onPlay: (episodeId: number) => void }) {
  const clock = useClock();
  const offline = useOfflineEpisodes();
  const tell = useToasts((toasts) => toasts.show);
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const [askedFor, setAskedFor] = useState<number | null>(null);
  const load = offline?.load;
  useEffect(() => load?.(), [load]);

  const remove = offline?.remove;
  const tiles = useMemo<GridTiles<OfflineEpisode>>(
    () => ({
      keyOf,
      label: (entry) =>
        `${entry.episode.item.name}, ${entry.episode.episode_num}, ${entry.state === 'downloading' ? offlineStateName(entry) : offlineDetail(entry, clock.instant())}, ${holdHint(isSingle, '지워요')}`,
      draw: (entry) => (
        <Tile
          name={entry.episode.item.name}
          caption={
            <>
              {entry.episode.episode_num} · <Detail offline={entry} />
            </>
          }
          picture={entry.episode.thumbnail}
          color={entry.episode.item.color}
          progress={entry.state === 'downloading' ? entry.part : undefined}
          isCaptionAlwaysShown
        />
      ),
      onPress({ episode, state }) {
        if (state === 'downloaded') return onPlay(episode.id);
        if (state === 'downloading') return setAskedFor(episode.id);
        tell('볼 수 있는 기간이 끝나서 지웠어요. 다시 저장하면 볼 수 있어요.');
        remove?.(episode.id);
      },
      onHold: ({ episode }) => setAskedFor(episode.id),
      holdNames: ['재생', '지우기'],
      onPlay: ({ episode, state }) => (state === 'downloaded' ? onPlay(episode.id) : undefined),
    }),
    [clock, onPlay, remove, tell, isSingle],
  );

  const asked = askedFor === null ? undefined : offline?.find(askedFor);
  const episodes = offline?.episodes;
  if (!episodes) return <GridSkeleton focusKey="library/offline/loading" shape={wideGrid} insetLeft={CONTENT_X} />;
  return (
    <>
      {episodes.length > 0 && (
        <ShelfTools>
          <p className={styles.hint}>저장한 영상은 네트워크 없이 볼 수 있어요. {holdSentence(isSingle, '지워요')}.</p>
        </ShelfTools>
      )}
      <ShelfBody>
        {episodes.length === 0 ? (
          <ListEmpty title="저장한 영상이 없어요" text="작품 화면에서 회차를 저장하면 네트워크 없이도 볼 수 있어요." />
        ) : (
          <Grid
            focusKey="library/offline"
            things={episodes}
            shape={wideGrid}
            tiles={tiles}
            insetLeft={CONTENT_X}
            height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
          />
        )}
      </ShelfBody>
      {asked && (
        <OfflineDialog offline={asked} onRemove={() => remove?.(asked.episode.id)} onClose={() => setAskedFor(null)} />
      )}
    </>
  );
}

function Detail({ offline }: { offline: OfflineEpisode }) {
  const clock = useClock();
  return offline.state === 'downloaded' && offline.expiresAt !== null ? (
    <Remaining expiresAt={offline.expiresAt} />
  ) : (
    <>{offlineDetail(offline, clock.instant())}</>
  );
}

const Remaining = ({ expiresAt }: { expiresAt: string }) => <>{useRemainingLabel(useClock(), expiresAt)}</>;
