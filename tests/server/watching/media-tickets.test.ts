import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { fetchMedia, leave } from '#tests/support/media/media.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

describe('a ticket', () => {
  const renew = (viewer: Viewer, id: string) =>
    server.call(endpoints.renewMediaTicket, { token: viewer.profileToken, params: { id } });
  const withTicket = (url: string, ticket: string) => url.replace(/\/media\/[^/]+\//, `/media/${ticket}/`);

  test('opens the same files after renewal, as long as the play log is active', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    server.clock.advance(3600);
    const { reply } = await renew(viewer, video.play_log_id);
    expect(reply).toMatchObject({ expires_at: video.expires_at, expires_in: 11 * 3600 });
    for (const { url } of [...video.streams, ...video.subtitles]) {
      expect(await fetchMedia(server, withTicket(url, reply.ticket))).toBe(200);
      expect(await fetchMedia(server, url)).toBe(200);
    }
  });

  test('is not renewed for an ended play log, with the code that its report gets', async () => {
    const viewer = await server.buildViewer({ plan: 'basic' });
    const left = await server.openVideo(viewer);
    await leave(server, viewer, left.play_log_id);
    expect((await renew(viewer, left.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
    const superseded = await server.openVideo(viewer);
    const kicked = await server.openVideo(viewer);
    expect((await renew(viewer, superseded.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
    await server.openVideo(await server.signIn(viewer.email));
    const { status, error } = await renew(viewer, kicked.play_log_id);
    expect([status, error.code]).toEqual([409, 'PLAYBACK_DEACTIVATED']);
    expect(error.message).toContain('님이 재생 중이에요.');
    const old = await server.openVideo(viewer);
    server.clock.advance(12 * 3600);
    expect((await renew(viewer, old.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
  });

  test('a ticket that lives for minutes is announced in the video, and ends before its play log', async () => {
    const short = await createServerFixture({ ticketSeconds: 180 });
    const viewer = await short.buildViewer();
    const { play_log_id: id, streams, ticket } = await short.openVideo(viewer);
    const { url } = streams[0]!;
    const statusOf = async (address: string) => (await short.app.inject({ url: new URL(address).pathname })).statusCode;
    expect(ticket).toMatchObject({ expires_in: 180 });
    expect(url).toContain(`/media/${ticket!.ticket}/`);
    short.clock.advance(179);
    expect(await statusOf(url)).toBe(200);
    const options = { token: viewer.profileToken, params: { id } };
    const renewed = (await short.call(endpoints.renewMediaTicket, options)).reply;
    short.clock.advance(1);
    expect(await statusOf(url)).toBe(410);
    expect(await statusOf(withTicket(url, renewed.ticket))).toBe(200);
    await short.close();
  });
});
