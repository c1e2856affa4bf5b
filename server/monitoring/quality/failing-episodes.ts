/** Failed playbacks of one episode, with one code on one engine. */
export interface EpisodeFailure {
  episode_id: number;
  code: string;
  engine: string;
  cnt: number;
}

export interface FailingEpisode {
  episode_id: number;
  cnt: number;
  /** The most frequent first. */
  causes: { code: string; engine: string; cnt: number }[];
}

const sumOf = (counted: readonly { cnt: number }[]) => counted.reduce((sum, { cnt }) => sum + cnt, 0);

/** The episodes that failed most often, each with its most frequent causes. A playback with two codes counts for both. */
export function findFailingEpisodes(
  failures: readonly EpisodeFailure[],
  { mostEpisodes, mostCauses }: { mostEpisodes: number; mostCauses: number },
): FailingEpisode[] {
  const byEpisode = new Map<number, FailingEpisode['causes']>();
  for (const { episode_id: id, ...cause } of failures) byEpisode.set(id, [...(byEpisode.get(id) ?? []), cause]);
  return [...byEpisode]
    .map(([id, causes]) => ({
      episode_id: id,
      cnt: sumOf(causes),
      causes: [...causes].sort((one, other) => other.cnt - one.cnt).slice(0, mostCauses),
    }))
    .sort((one, other) => other.cnt - one.cnt || one.episode_id - other.episode_id)
    .slice(0, mostEpisodes);
}

/** The episodes that failed most often with one code on one engine, the most frequent first. */
export const findEpisodesOf = (
  failures: readonly EpisodeFailure[],
  { code, engine }: { code: string; engine: string },
  most: number,
): { episode_id: number; cnt: number }[] =>
  failures
    .filter((one) => one.code === code && one.engine === engine)
    .sort((one, other) => other.cnt - one.cnt || one.episode_id - other.episode_id)
    .slice(0, most)
    .map(({ episode_id, cnt }) => ({ episode_id, cnt }));
