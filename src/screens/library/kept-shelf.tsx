import { useEffect, useMemo, useState } from 'react';
import { KeptDialog } from '#src/features/playback/kept-dialog.tsx';
import { keptDetail, keptStateName } from '#src/features/playback/kept-labels.ts';
import { useKeptEpisodes } from '#src/features/playback/use-kept-episodes.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import type { KeptEpisode } from '#src/player/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Grid, wideGrid, type GridTiles } from '#src/ui/grid.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { ListEmpty } from '#src/ui/list-empty.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page.tsx';
import { Tile } from '#src/ui/tile.tsx';
import styles from './library-screen.module.css';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

const keyOf = ({ episode }: KeptEpisode) => `kept:${episode.id}`;

/** Episodes on this device's own disk: they play without a network. */
export function KeptShelf({ onPlay }: { onPlay: (episodeId: number) => void }) {
  const clock = useClock();
  const kept = useKeptEpisodes();
  const tell = useToasts((toasts) => toasts.show);
  const [askedFor, setAskedFor] = useState<number | null>(null);
  const load = kept?.load;
  useEffect(() => load?.(), [load]);

  const remove = kept?.remove;
  const tiles = useMemo<GridTiles<KeptEpisode>>(
    () => ({
      keyOf,
      label: (entry) =>
        `${entry.episode.item.name}, ${entry.episode.episode_num}, ${entry.state === 'storing' ? keptStateName(entry) : keptDetail(entry, clock.instant())}, 길게 누르면 지워요`,
      draw: (entry) => (
        <Tile
          name={entry.episode.item.name}
          caption={
            <>
              {entry.episode.episode_num} · <Detail kept={entry} />
            </>
          }
          picture={entry.episode.thumbnail}
          color={entry.episode.item.color}
          progress={entry.state === 'storing' ? entry.part : undefined}
          isCaptionKept
        />
      ),
      onPress({ episode, state }) {
        if (state === 'kept') return onPlay(episode.id);
        if (state === 'storing') return setAskedFor(episode.id);
        tell('볼 수 있는 기간이 끝나서 지웠어요. 다시 저장하면 볼 수 있어요.');
        remove?.(episode.id);
      },
      onHold: ({ episode }) => setAskedFor(episode.id),
      onPlay: ({ episode, state }) => (state === 'kept' ? onPlay(episode.id) : undefined),
    }),
    [clock, onPlay, remove, tell],
  );

  const asked = askedFor === null ? undefined : kept?.find(askedFor);
  const episodes = kept?.episodes;
  if (!episodes) return <GridSkeleton focusKey="library/kept/loading" shape={wideGrid} insetLeft={CONTENT_X} />;
  return (
    <>
      <ShelfTools>
        <p className={styles.hint}>
          이 브라우저에 저장한 영상이에요. 네트워크 없이도 볼 수 있고, 확인을 길게 누르면 지워요.
        </p>
      </ShelfTools>
      <ShelfBody>
        {episodes.length === 0 ? (
          <ListEmpty title="저장한 영상이 없어요" text="작품 화면에서 회차를 저장하면 네트워크 없이도 볼 수 있어요." />
        ) : (
          <Grid
            focusKey="library/kept"
            things={episodes}
            shape={wideGrid}
            tiles={tiles}
            insetLeft={CONTENT_X}
            height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
          />
        )}
      </ShelfBody>
      {asked && (
        <KeptDialog kept={asked} onRemove={() => remove?.(asked.episode.id)} onClose={() => setAskedFor(null)} />
      )}
    </>
  );
}

function Detail({ kept }: { kept: KeptEpisode }) {
  const clock = useClock();
  return kept.state === 'kept' && kept.expiresAt !== null ? (
    <Remaining expiresAt={kept.expiresAt} />
  ) : (
    <>{keptDetail(kept, clock.instant())}</>
  );
}

const Remaining = ({ expiresAt }: { expiresAt: string }) => <>{useRemainingLabel(useClock(), expiresAt)}</>;
