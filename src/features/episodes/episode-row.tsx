import type { Episode, StartAgain } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import { minutesLabel } from '#src/lib/labels.ts';
import { playKey } from '#src/ui/play-key.ts';
import { RowTitle } from '#src/ui/row-title.tsx';
import { wideRow } from '#src/ui/row-shapes.ts';
import { Tile } from '#src/ui/tile.tsx';
import { accessLabel, watchedPart, watchLabel } from './episode-labels.ts';

export interface EpisodeRowOptions {
  readonly key: string;
  readonly title: string;
  readonly episodes: readonly Episode[];
  readonly color: string;
  readonly onPlay: (episodeId: number) => void;
}

/** The episodes of one title, each with its picture, progress and what it takes to watch. */
export function episodeRow({ key, title, episodes, color, onPlay }: EpisodeRowOptions): WallRow {
  const play = (index: number) => {
    const episode = episodes[index];
    if (episode) onPlay(episode.id);
  };
  return {
    ...wideRow,
    key,
    count: episodes.length,
    head: <RowTitle text={title} detail={`${episodes.length}개`} />,
    tileKey: (index) => `episode:${episodes[index]?.id}`,
    tileLabel(index) {
      const episode = episodes[index];
      if (!episode) return '';
      const access = accessLabel(episode.access);
      return [episode.episode_num, episode.subject, watchLabel(episode), access].filter(Boolean).join(', ');
    },
    onPress: play,
    onKey: playKey(play),
    renderTile(index) {
      const episode = episodes[index];
      return episode ? (
        <Tile
          name={`${episode.episode_num} · ${episode.subject}`}
          caption={[watchLabel(episode), accessLabel(episode.access)].filter(Boolean).join(' · ')}
          picture={episode.thumbnail}
          color={color}
          progress={watchedPart(episode)}
          isCaptionKept
        />
      ) : null;
    },
  };
}

export interface StartAgainRowOptions {
  readonly key: string;
  readonly title: string;
  readonly results: readonly StartAgain[];
  readonly onPlay: (episodeId: number) => void;
}

/** Titles that were begun, each at the episode to go on with. */
export function startAgainRow({ key, title, results, onPlay }: StartAgainRowOptions): WallRow {
  const leftLabel = ({ episode, offset }: StartAgain) =>
    offset > 0 ? `${minutesLabel(episode.running_time - offset)} 남음` : '다음 화';
  const play = (index: number) => {
    const result = results[index];
    if (result) onPlay(result.episode.id);
  };
  return {
    ...wideRow,
    key,
    count: results.length,
    head: <RowTitle text={title} />,
    tileKey: (index) => `item:${results[index]?.item.id}`,
    tileLabel(index) {
      const result = results[index];
      if (!result) return '';
      const verb = result.offset > 0 ? '이어보기' : '재생';
      return `${result.item.name}, ${result.episode.episode_num} ${verb}, ${leftLabel(result)}`;
    },
    onPress: play,
    onKey: playKey(play),
    renderTile(index) {
      const result = results[index];
      return result ? (
        <Tile
          name={result.item.name}
          caption={`${result.episode.episode_num} · ${leftLabel(result)}`}
          picture={result.item.images.wide}
          color={result.item.color}
          progress={result.offset > 0 ? result.offset / result.episode.running_time : undefined}
          isCaptionKept
        />
      ) : null;
    },
  };
}
