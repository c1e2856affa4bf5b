import { useQueries, useQuery } from '@tanstack/react-query';
import type { EpisodeDetail } from '#contract/catalogue.ts';
import type { Video } from '#contract/playback.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { episodesQuery, seriesQuery } from '#src/api/series.ts';
import { nextSeasonOf } from '#src/lib/next-season.ts';

/** The next episode of the title, else the first watchable one of the next season. */
export function useNextEpisode(episode: EpisodeDetail | undefined, video: Video | null): number | null {
  const api = useApi();
  const isLast = episode !== undefined && video !== null && video.next_episode_id === null;
  const item = useQuery({ ...itemQuery(api, episode?.item.id ?? 0), enabled: isLast }).data;
  const isInSeries = isLast && item !== undefined && item.series_id !== null;
  const series = useQuery({ ...seriesQuery(api, item?.id ?? 0), enabled: isInSeries }).data;
  const others = useQueries({
    queries: (isInSeries ? (series?.results ?? []) : []).map(({ id }) => itemQuery(api, id)),
    combine: (answers) => answers.map(({ data }) => data),
  });
  const known = others.filter((other) => other !== undefined);
  const season = item && known.length === others.length ? nextSeasonOf(item, known) : undefined;
  const first = useQuery({ ...episodesQuery(api, season?.id ?? 0), enabled: season !== undefined }).data?.results[0];

  if (video?.next_episode_id) return video.next_episode_id;
  return first && first.access.type !== 'locked' ? first.id : null;
}
