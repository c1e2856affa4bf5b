import type { Insertable } from 'kysely';
import { isWithin } from '../catalogue/age-limit.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { PlaybackOffsetsTable, PlayLogsTable, RatingsTable } from '../db/tables.ts';
import type { Random } from '../lib/random.ts';
import type { DemoEpisode } from './store.ts';

/** What one profile did with a title: episodes seen to the end, the part of the next one, when, and what it thought. */
interface Watching {
  /** Which of the titles the profile may watch, counted round. */
  title: number;
  finished: number;
  /** Part of the next episode, 0 to 1; 0 when it was not begun. */
  begun: number;
  daysAgo: number;
  score?: number;
}

/** By the order of the demo profiles. */
const watchings: readonly (readonly Watching[])[] = [
  [
    { title: 0, finished: 2, begun: 0.45, daysAgo: 0.1, score: 4.5 },
    { title: 3, finished: 1, begun: 0, daysAgo: 0.9, score: 4 },
    { title: 5, finished: 0, begun: 0.62, daysAgo: 1.8 },
    { title: 7, finished: 4, begun: 0.2, daysAgo: 3, score: 5 },
    { title: 1, finished: 6, begun: 0, daysAgo: 6, score: 3.5 },
    { title: 9, finished: 0, begun: 0.3, daysAgo: 12 },
  ],
  [
    { title: 2, finished: 3, begun: 0.7, daysAgo: 0.5, score: 4 },
    { title: 7, finished: 1, begun: 0.4, daysAgo: 2, score: 4.5 },
    { title: 10, finished: 0, begun: 0.55, daysAgo: 5, score: 3 },
  ],
  [
    { title: 1, finished: 1, begun: 0.35, daysAgo: 0.3, score: 5 },
    { title: 4, finished: 2, begun: 0, daysAgo: 1.5, score: 4.5 },
    { title: 2, finished: 0, begun: 0.5, daysAgo: 4 },
  ],
  [
    { title: 0, finished: 1, begun: 0.8, daysAgo: 1, score: 4 },
    { title: 3, finished: 0, begun: 0.25, daysAgo: 2.5, score: 3.5 },
    { title: 6, finished: 5, begun: 0.1, daysAgo: 8, score: 5 },
  ],
];

const HOUR_MS = 3600_000;

export interface DemoProfile {
  accountId: string;
  id: string;
  maxRating: ContentRating;
}

export interface History {
  playLogs: Insertable<PlayLogsTable>[];
  offsets: Insertable<PlaybackOffsetsTable>[];
  ratings: Insertable<RatingsTable>[];
}

/** One episode watched to `offset`, as the play log and the place that it leaves behind. */
function watch(profile: DemoProfile, episode: DemoEpisode, offset: number, endedAt: Date, random: Random) {
  const isFinished = offset >= episode.running_time;
  const openedAt = new Date(endedAt.getTime() - offset * 1000);
  const playLog: Insertable<PlayLogsTable> = {
    account_id: profile.accountId,
    id: random.uuid(),
    profile_id: profile.id,
    device_session_id: random.uuid(),
    episode_id: episode.id,
    item_id: episode.item_id,
    device: 'web',
    state: 'left',
    opened_at: openedAt,
    expires_at: new Date(openedAt.getTime() + 12 * HOUR_MS),
    ended_at: endedAt,
    total_play_time: offset,
    play_end_offset: offset,
    is_player_exit: true,
    reported_at: endedAt,
  };
  const place: Insertable<PlaybackOffsetsTable> = {
    profile_id: profile.id,
    episode_id: episode.id,
    item_id: episode.item_id,
    offset,
    is_finished: isFinished,
    updated_at: endedAt,
  };
  return { playLog, place };
}

/** A believable past for the demo profiles, from whatever titles there are. */
export function makeHistory(
  profiles: readonly DemoProfile[],
  titles: readonly { rating: ContentRating; episodes: readonly DemoEpisode[] }[],
  now: Date,
  random: Random,
): History {
  const history: History = { playLogs: [], offsets: [], ratings: [] };

  profiles.forEach((profile, index) => {
    const allowed = titles.filter(({ rating }) => isWithin(rating, profile.maxRating));
    const seen = new Set<number>();
    for (const { title, finished, begun, daysAgo, score } of watchings[index] ?? []) {
      const episodes = allowed[title % allowed.length]?.episodes ?? [];
      const [first] = episodes;
      if (!first || seen.has(first.item_id)) continue;
      seen.add(first.item_id);

      const lastMs = now.getTime() - daysAgo * 24 * HOUR_MS;
      const watched = episodes.slice(0, finished + (begun > 0 ? 1 : 0));
      watched.forEach((episode, order) => {
        const offset = order < finished ? episode.running_time : Math.round(episode.running_time * begun);
        const endedAt = new Date(lastMs - (watched.length - 1 - order) * 20 * HOUR_MS);
        const { playLog, place } = watch(profile, episode, offset, endedAt, random);
        history.playLogs.push(playLog);
        history.offsets.push(place);
      });
      if (score !== undefined)
        history.ratings.push({ profile_id: profile.id, item_id: first.item_id, score, updated_at: new Date(lastMs) });
    }
  });
  return history;
}
