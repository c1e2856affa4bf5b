import type { ReactNode } from 'react';
import type { Episode, EpisodeAccess } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import { dateLabel, lastDayLabel } from '#src/lib/labels.ts';
import { episodeName } from '#src/lib/title-labels.ts';
import { remainingUntil, useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import { playKey } from '#src/ui/play-key.ts';
import { holdHint } from '#src/lib/hold-hint.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { wideRow } from '#src/ui/page/row-shapes.ts';
import { Tile } from '#src/ui/tile/tile.tsx';
import { TOOLS_HEIGHT } from './list/episode-tools-row.tsx';
import type { EpisodeList } from './list/use-episode-list.ts';
import { accessLabel, watchedPart, watchLabel } from './episode-labels.ts';
import { watchState } from './watch-state.ts';

export interface EpisodeRowOptions {
  readonly key: string;
  /** Of the row; null where the row above it says it. */
  readonly title: { readonly text: string; readonly detail: string } | null;
  readonly episodes: EpisodeList;
  readonly color: string;
  /** The current instant in ms since 1970, for the spoken label of rentals. */
  readonly now: () => number;
  /** Label of a locked episode; "멤버십 필요" where undefined. */
  readonly lockedLabel: (episode: Episode) => string | undefined;
  /** `"저장됨"`, by episode id. */
  readonly offlineLabels: ReadonlyMap<number, string>;
  /** Whether OK opens a menu instead of being held. */
  readonly isSingle: boolean;
  readonly onPlay: (episode: Episode) => void;
  /** Opens the episode's menu, where there is one. */
  readonly onHold?: (episode: Episode) => void;
}

/** The picture of an episode that is still loading: one transparent pixel. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

const HOLD_NAMES = ['재생', '회차 메뉴'] as const;

/** Step of the channel keys in rows longer than this. */
const LONG_STEP = 10;

/** The episodes of one title, each with picture, progress, access rule and date. */
export function episodeRow(options: EpisodeRowOptions): WallRow {
  const { key, title, episodes, color, now, lockedLabel, offlineLabels, isSingle, onPlay, onHold } = options;
  const at = (index: number, run: (episode: Episode) => void) => {
    const episode = episodes.at(index);
    if (episode) run(episode);
  };
  const play = (index: number) => at(index, onPlay);
  return {
    ...wideRow,
    ...(title ? {} : { headHeight: 0, height: wideRow.height - wideRow.headHeight, lead: TOOLS_HEIGHT }),
    key,
    count: episodes.count,
    head: title && <RowTitle {...title} />,
    ...(episodes.count > LONG_STEP ? { channelStep: LONG_STEP } : {}),
    tileKey(index) {
      const episode = episodes.at(index);
      return episode ? `episode:${episode.id}` : `episode-at:${index}`;
    },
    tileLabel(index) {
      const episode = episodes.at(index);
      if (!episode) return '회차를 불러오는 중이에요';
      const { expires_at: end, type } = episode.access;
      const left = type === 'rental' && end !== null ? remainingUntil(end, now()) : undefined;
      const access = accessLabel(episode.access, lockedLabel(episode));
      const offline = offlineLabels.get(episode.id);
      const name = new Set([episode.episode_num, episode.subject]);
      return [
        ...name,
        watchLabel(episode),
        access,
        left,
        offline,
        episode.last_day && lastDayLabel(episode.last_day),
        onHold && holdHint(isSingle, '메뉴'),
      ]
        .filter(Boolean)
        .join(', ');
    },
    onPress: play,
    plays: (index) => episodes.at(index)?.id,
    ...(onHold ? { onHold: (index: number) => at(index, onHold), holdNames: HOLD_NAMES } : {}),
    onKey: playKey(play),
    renderTile(index) {
      const episode = episodes.at(index);
      return episode ? (
        <Tile
          name={episodeName(episode)}
          caption={[watchLabel(episode), offlineLabels.get(episode.id) ?? dayLabel(episode)].join(' · ')}
          picture={episode.thumbnail}
          color={color}
          badge={accessBadge(episode.access, lockedLabel(episode))}
          isDone={watchState(episode).kind === 'finished'}
          progress={watchedPart(episode)}
          isCaptionAlwaysShown
        />
      ) : (
        <Tile name="" picture={NOTHING} color="var(--purple-gray-700)" />
      );
    },
  };
}

const dayLabel = ({ last_day: lastDay, published_at: at }: Episode) =>
  lastDay ? lastDayLabel(lastDay) : dateLabel(at);

function accessBadge(access: EpisodeAccess, lockedLabel: string | undefined): ReactNode {
  if (access.type === 'rental' && access.expires_at !== null) return <RentalLeft expiresAt={access.expires_at} />;
  const label = accessLabel(access, lockedLabel);
  if (access.type !== 'locked') return label;
  return (
    <>
      <Icon name="lock" size={1.5} />
      {label}
    </>
  );
}

function RentalLeft({ expiresAt }: { expiresAt: string }) {
  return <>대여 · {useRemainingLabel(useClock(), expiresAt)}</>;
}
