import type { EpisodeDetail } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import { episodeName, lockLabel } from '#src/lib/title-labels.ts';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { playKey } from '#src/ui/play-key.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { wideRow } from '#src/ui/page/row-shapes.ts';
import { Tile } from '#src/ui/tile/tile.tsx';

export interface UpdateRowOptions {
  readonly key: string;
  readonly title: string;
  readonly episodes: readonly EpisodeDetail[];
  readonly onOpen: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** New episodes of different titles. OK opens the title instead of playing, because the viewer may be episodes behind. */
export function updateRow({ key, title, episodes, onOpen, onPlay }: UpdateRowOptions): WallRow {
  return {
    ...wideRow,
    key,
    count: episodes.length,
    head: <RowTitle text={title} />,
    tileKey: (index) => `episode:${episodes[index]?.id}`,
    tileLabel(index) {
      const episode = episodes[index];
      if (!episode) return '';
      const name = `${episode.item.name}, 새로 올라온 ${episode.episode_num}`;
      return [name, lockLabel(episode.item)].filter(Boolean).join(', ');
    },
    onPress(index) {
      const episode = episodes[index];
      if (episode) onOpen(episode.item_id);
    },
    onKey: playKey((index) => {
      const episode = episodes[index];
      if (episode) onPlay(episode.id);
    }),
    renderTile(index) {
      const episode = episodes[index];
      return episode ? (
        <Tile
          name={episode.item.name}
          caption={episodeName(episode)}
          picture={episode.item.images.wide}
          color={episode.item.color}
          badge={episode.item.needs_identity && LOCK_BADGE}
          isCaptionAlwaysShown
        />
      ) : null;
    },
  };
}
