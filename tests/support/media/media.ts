import { endpoints } from '#contract/endpoints.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import type { ServerFixture, Viewer } from '#tests/support/server/server-fixture.ts';

/** Requests a media address. Returns the HTTP status, or the error code of a failure. */
export async function fetchMedia({ app }: Pick<ServerFixture, 'app'>, url: string): Promise<number | string> {
  const response = await app.inject({ url: new URL(url).pathname });
  return response.statusCode < 400 ? response.statusCode : strictErrorReply.parse(response.json()).code;
}

/** The distinct results of several addresses. */
export async function answersOf(server: Pick<ServerFixture, 'app'>, urls: readonly string[]) {
  const answers = [];
  // Twice, so that each of two servers that take turns is asked.
  for (const url of [...urls, ...urls]) answers.push(await fetchMedia(server, url));
  return [...new Set(answers)];
}

/** Makes the short clip downloadable. */
export const addDownload = ({ db }: Pick<ServerFixture, 'db'>) =>
  db
    .updateTable('clips')
    .set({ download: JSON.stringify({ path: 'media/short/download.mp4', size: 10_000 }) })
    .where('id', '=', 'short')
    .execute();

export const download = (server: Pick<ServerFixture, 'call'>, viewer: Viewer, id = 101) =>
  server.call(endpoints.getVideoDownload, { token: viewer.profileToken, params: { id } });

/** Sends the final report of a playback. */
export const leave = (server: Pick<ServerFixture, 'call'>, viewer: Viewer, id: string) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: '00:00:05', play_end_offset: '00:00:05', is_player_exit: true },
  });
