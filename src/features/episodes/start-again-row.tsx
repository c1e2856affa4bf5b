import type { StartAgain } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import { holdHint, holdSentence } from '#src/lib/hold-hint.ts';
import { lockLabel, minutesLabel } from '#src/lib/title-labels.ts';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { playKey } from '#src/ui/play-key.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { wideRow } from '#src/ui/page/row-shapes.ts';
import { Tile } from '#src/ui/tile/tile.tsx';

export interface StartAgainRowOptions {
  readonly key: string;
  readonly title: string;
  readonly results: readonly StartAgain[];
  /** Whether OK opens a menu instead of being held. */
  readonly isSingle: boolean;
  readonly onPlay: (episodeId: number) => void;
  /** Opens the menu of a title. */
  readonly onHold: (begun: StartAgain) => void;
}

const leftLabel = ({ episode, offset }: StartAgain) =>
  offset > 0 ? `${minutesLabel(episode.running_time - offset)} 남음` : '다음 화';

/** `"3화 · 12분 남음"`. */
export const startAgainCaption = (result: StartAgain): string => `${result.episode.episode_num} · ${leftLabel(result)}`;

/** The spoken label: `"달빛 라온, 3화 이어보기, 12분 남음"`. */
export const startAgainLabel = (result: StartAgain): string =>
  [
    `${result.item.name}, ${result.episode.episode_num} ${result.offset > 0 ? '이어보기' : '재생'}, ${leftLabel(result)}`,
    lockLabel(result.item),
  ]
    .filter(Boolean)
    .join(', ');

/** Begun titles, each with the episode to resume. */
export function startAgainRow({ key, title, results, isSingle, onPlay, onHold }: StartAgainRowOptions): WallRow {
  const play = (index: number) => {
    const result = results[index];
    if (result) onPlay(result.episode.id);
  };
  return {
    ...wideRow,
    key,
    count: results.length,
    head: <RowTitle text={title} detail={holdSentence(isSingle, '메뉴가 나와요')} />,
    tileKey: (index) => `item:${results[index]?.item.id}`,
    tileLabel(index) {
      const result = results[index];
      return result ? `${startAgainLabel(result)}, ${holdHint(isSingle, '메뉴')}` : '';
    },
    onPress: play,
    plays: (index) => results[index]?.episode.id,
    onHold(index) {
      const result = results[index];
      if (result) onHold(result);
    },
    holdNames: ['재생', '작품 메뉴'],
    onKey: playKey(play),
    renderTile(index) {
      const result = results[index];
      return result ? (
        <Tile
          name={result.item.name}
          caption={startAgainCaption(result)}
          picture={result.item.images.wide}
          color={result.item.color}
          badge={result.item.needs_identity && LOCK_BADGE}
          progress={result.offset > 0 ? result.offset / result.episode.running_time : undefined}
          isCaptionAlwaysShown
        />
      ) : null;
    },
  };
}
