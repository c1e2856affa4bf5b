import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { addDownload, answersOf, download, fetchMedia } from '#tests/support/media/media.ts';
import { createServerFixture, PIN, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
  await addDownload(server);
});
afterAll(() => server.close());

describe('a download', () => {
  test('opens the clip as one file, which a play log’s ticket does not', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    const withName = (url: string) => url.replace(/[^/]+$/, 'download.mp4');
    expect(
      await answersOf(
        server,
        video.streams.map(({ url }) => withName(url)),
      ),
    ).toEqual(['NOT_FOUND']);
    expect(await answersOf(server, [withName((await download(server, viewer)).reply.url)])).toEqual([200]);
  });

  const grantsOf = async ({ accountId }: Viewer) =>
    server.db.selectFrom('download_grants').select('id').where('account_id', '=', accountId).execute();
  const idIn = (url: string) => new URL(url).pathname.split('.')[2];

  test('is reused while it is active', async () => {
    const viewer = await server.buildViewer();
    const first = (await download(server, viewer)).reply;
    server.clock.advance(3600);
    const again = (await download(server, viewer)).reply;
    expect([again.expires_at, idIn(again.url)]).toEqual([first.expires_at, idIn(first.url)]);
    await Promise.all(Array.from({ length: 5 }, () => download(server, viewer)));
    expect(await grantsOf(viewer)).toHaveLength(1);
    for (const other of [await server.signIn(viewer.email), await server.buildSibling(viewer)])
      expect(idIn((await download(server, other)).reply.url)).not.toBe(idIn(first.url));
    server.clock.advance(11 * 3600);
    const next = (await download(server, viewer)).reply;
    expect(idIn(next.url)).not.toBe(idIn(first.url));
    expect(await fetchMedia(server, first.url)).toBe('PLAYBACK_EXPIRED');
    expect(await fetchMedia(server, next.url)).toBe(200);
  });

  test('that was ended from another device opens nothing, and the next one does', async () => {
    const viewer = await server.buildViewer();
    const first = (await download(server, viewer)).reply;
    const { token, profileId: id } = await server.signIn(viewer.email);
    expect((await server.call(endpoints.updateProfile, { token, params: { id }, body: { pin: PIN } })).status).toBe(
      200,
    );
    const next = (await download(server, await server.selectProfile(viewer, 0))).reply;
    expect(idIn(next.url)).not.toBe(idIn(first.url));
    expect(await answersOf(server, [first.url, next.url])).toEqual(['PLAYBACK_EXPIRED', 200]);
  });

  test('is limited to 25 per day, also after signing in again', async () => {
    const viewer = await server.buildViewer();
    for (let device = 0; device < 24; device += 1) {
      const other = await server.signIn(viewer.email);
      expect((await download(server, other)).status).toBe(200);
      await server.call(endpoints.logout, { token: other.token });
    }
    server.clock.advance(3600);
    expect((await download(server, viewer)).status).toBe(200);
    const { status, error, headers } = await download(server, viewer, 201);
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(headers['retry-after']).toBe(String(23 * 3600));
    // A repeated download does not count.
    expect((await download(server, viewer)).status).toBe(200);
    server.clock.advance(23 * 3600);
    expect((await download(server, viewer, 201)).status).toBe(200);
  });
});
