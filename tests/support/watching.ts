import { endpoints } from '#contract/endpoints.ts';
import type { ServerFixture, Viewer } from './server/server-fixture.ts';

/** Refresh interval of a chart, in seconds: a change shows after it. */
export const CHART_SECONDS = 600;

/** Plays part of an episode and leaves it; the small catalogue's episodes run for 100 s. */
export async function watchEpisode(
  server: ServerFixture,
  viewer: Viewer,
  episodeId: number,
  totalPlayTime = '00:00:50',
): Promise<void> {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  const { status } = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: totalPlayTime, play_end_offset: totalPlayTime, is_player_exit: true },
  });
  if (status !== 200) throw new Error(`the report was answered ${status}`);
}
