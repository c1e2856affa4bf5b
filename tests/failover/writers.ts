import { episodesQuery } from '#src/api/series.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { requestVideo } from '#src/api/playback.ts';
import type { Playback } from '#src/player/playback-types.ts';
import type { RunningApp } from '#tests/evening/television.ts';

/** Titles of the evening's catalogue. */
const TITLES = [1, 2, 3, 4, 5, 6, 7, 8];
/** Pauses after a round of writes, and after a failed write, in seconds: a server takes 1,200 calls a minute of an address. */
const PAUSE_SECONDS = 1;
const AGAIN_AFTER_SECONDS = 0.5;

export interface WriterOptions {
  app: RunningApp;
  isOver: () => boolean;
  wait(seconds: number): Promise<void>;
  /** Called with the time at which an acknowledged write was sent, in ms. */
  onAcknowledged(sentAtMs: number): void;
}

const listEpisodes = async ({ api, queryClient }: RunningApp): Promise<number[]> => {
  const lists = await Promise.all(TITLES.map((id) => queryClient.fetchQuery(episodesQuery(api, id))));
  return lists.flatMap(({ results }) => results.map(({ id }) => id));
};

/**
 * Opens one video after the other, reports it twice and leaves it. No later write changes these rows, so that each lost
 * one is missed at the end.
 */
export async function writeAgainAndAgain({ app, isOver, wait, onAcknowledged }: WriterOptions): Promise<void> {
  const { api, clock } = app;
  const episodes = await listEpisodes(app);
  const told = async <T>(write: () => Promise<T>): Promise<T> => {
    const sentAtMs = clock.now();
    const answer = await write();
    onAcknowledged(sentAtMs);
    return answer;
  };
  for (let count = 0; !isOver(); count += 1) {
    const episodeId = episodes[count % episodes.length]!;
    try {
      const { play_log_id: id } = await told(() => requestVideo(api, episodeId, 'tizen'));
      const report = (total_play_time: string, is_player_exit: boolean) =>
        told(() => reportPlayLog(api, id, { total_play_time, play_end_offset: '00:00:09', is_player_exit }));
      await report('00:00:01', false);
      await report('00:00:02', true);
      await wait(PAUSE_SECONDS);
    } catch {
      await wait(AGAIN_AFTER_SECONDS);
    }
  }
}

const SAMPLE_EVERY_MS = 250;

/** A set that plays without an act of its viewer. */
export interface Witness {
  /** How long the picture stood still after it had begun to move, in ms. */
  stalledMs(): number;
  close(): Promise<void>;
}

export async function watchWithout(app: RunningApp): Promise<Witness> {
  const [episodeId] = await listEpisodes(app);
  const playback: Playback = app.watch(episodeId!);
  let hasBegun = false;
  let stalledMs = 0;
  const stop = app.clock.every(SAMPLE_EVERY_MS, () => {
    const { state } = playback.machine.getState();
    if (state === 'playing') hasBegun = true;
    else if (hasBegun) stalledMs += SAMPLE_EVERY_MS;
  });
  return {
    stalledMs: () => stalledMs,
    async close() {
      stop();
      await playback.close();
    },
  };
}
