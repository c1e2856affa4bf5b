import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { deactivatePlayLogs } from '#server/playback/deactivate.ts';
import { readCode, readMailbox } from '#tests/support/mail.ts';
import { strictErrorReply } from '#tests/support/error-reply.ts';
import { createServerFixture, PASSWORD, type ServerFixture, type Viewer } from '#tests/support/server-fixture.ts';

/** After this time, no address of what ended answers (contract.md, section 8). */
const ENDED_AFTER_SECONDS = 10;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
  await server.db
    .updateTable('clips')
    .set({ download: JSON.stringify({ path: 'media/short/download.mp4', size: 10_000 }) })
    .where('id', '=', 'short')
    .execute();
});
afterAll(() => server.close());

const fetchMedia = async (url: string) => {
  const response = await server.app.inject({ url: new URL(url).pathname });
  return response.statusCode < 400 ? response.statusCode : strictErrorReply.parse(response.json()).code;
};
const download = (viewer: Viewer, id = 101) =>
  server.call(endpoints.getVideoDownload, { token: viewer.profileToken, params: { id } });

/** Everything that a playback and a download of one device may ask for. */
async function openEverything(viewer: Viewer) {
  const video = await server.openVideo(viewer);
  const { url, streams } = (await download(viewer)).reply;
  return {
    playLogId: video.play_log_id,
    media: [...video.streams, ...video.subtitles, video.thumbnails!].map((part) => part.url),
    downloads: [url, ...streams.map((stream) => stream.url)],
  };
}

const answersOf = async (urls: readonly string[]) => {
  const answers = [];
  // Twice, so that each of several processes is asked.
  for (const url of [...urls, ...urls]) answers.push(await fetchMedia(url));
  return [...new Set(answers)];
};

const leave = (viewer: Viewer, id: string) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: '00:00:05', play_end_offset: '00:00:05', is_player_exit: true },
  });

const revokeFrom = async (viewer: Viewer) => {
  const other = await server.signIn(viewer.email);
  const { results } = (await server.call(endpoints.listDeviceSessions, { token: other.token })).reply;
  const { id } = results.find(({ is_current: isCurrent }) => !isCurrent)!;
  return server.call(endpoints.removeDeviceSession, { token: other.token, params: { id } });
};

const resetBy = async (viewer: Viewer, part: 'code' | 'link') => {
  await server.call(endpoints.requestPasswordReset, { body: { email: viewer.email } });
  const new_password = 'bora-other-2';
  const auth_code = await readCode(server.app, viewer.email);
  const texts = (await readMailbox(server.app, viewer.email)).map(({ text }) => text).join('\n');
  const token = /password\?token=([\w-]{43})/.exec(texts)![1]!;
  return part === 'code'
    ? server.call(endpoints.resetPassword, { query: { auth_code }, body: { new_password } })
    : server.call(endpoints.setPassword, { token, body: { new_password } });
};

type Ending = (viewer: Viewer, playLogId: string) => Promise<unknown>;

const ofBoth: Record<string, Ending> = {
  'the device signs out': (viewer) => server.call(endpoints.logout, { token: viewer.token }),
  'another device signs it out': revokeFrom,
  'another device changes the password': async (viewer) =>
    server.call(endpoints.changePassword, {
      token: (await server.signIn(viewer.email)).token,
      body: { old_password: PASSWORD, new_password: 'bora-other-2' },
    }),
  'the password is reset by code': (viewer) => resetBy(viewer, 'code'),
  'the password is reset by link': (viewer) => resetBy(viewer, 'link'),
  'the profile is removed': async (viewer) =>
    server.call(endpoints.removeProfile, {
      token: (await server.signIn(viewer.email, 1)).profileToken,
      params: { id: viewer.profileId },
    }),
  'the right to watch is taken away': (viewer) =>
    createTransact(server.db)((tx) =>
      deactivatePlayLogs(tx, {
        accountId: viewer.accountId,
        now: server.clock.now(),
        isEnded: ({ item_id: id }) => id === 1,
        as: 'expired',
      }),
    ),
};

const ofPlayLog: Record<string, Ending> = {
  'the player leaves': leave,
  'the device opens another video': (viewer) => server.openVideo(viewer, 201),
  'another device takes its place': async (viewer) => server.openVideo(await server.signIn(viewer.email), 201),
  'the server ends it': (_viewer, id) =>
    server.db
      .updateTable('play_logs')
      .set((eb) => ({ state: 'expired', ended_at: eb.ref('expires_at') }))
      .where('id', '=', id)
      .execute(),
};

describe('10 seconds after', () => {
  test.each(Object.keys(ofBoth))('%s, no address of play log or download answers', async (name) => {
    const viewer = await server.buildViewer({ plan: 'basic', profiles: [{}, {}] });
    const { media, downloads, playLogId } = await openEverything(viewer);
    expect(await answersOf([...media, ...downloads])).toEqual([200]);
    await ofBoth[name]!(viewer, playLogId);
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(await answersOf([...media, ...downloads])).toEqual(['PLAYBACK_EXPIRED']);
  });

  test.each(Object.keys(ofPlayLog))(
    '%s, no address of the play log answers, and the download goes on',
    async (name) => {
      const viewer = await server.buildViewer({ plan: 'basic', profiles: [{}, {}] });
      const { media, downloads, playLogId } = await openEverything(viewer);
      expect(await answersOf([...media, ...downloads])).toEqual([200]);
      await ofPlayLog[name]!(viewer, playLogId);
      server.clock.advance(ENDED_AFTER_SECONDS);
      expect(await answersOf(media)).toEqual(['PLAYBACK_EXPIRED']);
      expect(await answersOf(downloads)).toEqual([200]);
    },
  );

  test('the membership, no address answers', async () => {
    const viewer = await server.buildViewer({
      membership_expires_at: new Date(server.clock.now().getTime() + 3600_000),
    });
    const { url } = (await server.openVideo(viewer, 103)).streams[0]!;
    server.clock.advance(3599);
    expect(await fetchMedia(url)).toBe(200);
    server.clock.advance(1 + ENDED_AFTER_SECONDS);
    expect(await fetchMedia(url)).toBe('PLAYBACK_EXPIRED');
  });
});

test('a play log that lives opens its media for hours', async () => {
  const { url } = (await server.openVideo(await server.buildViewer())).streams[0]!;
  for (let hour = 0; hour < 11; hour += 1) {
    server.clock.advance(3600);
    expect(await fetchMedia(url)).toBe(200);
  }
});

test('an address of an earlier version of the server is answered like one that ended', async () => {
  const old = `1900000000.00000000-0000-4000-8000-000000000000.2.${'A'.repeat(43)}`;
  expect(await fetchMedia(`http://bora.test/media/${old}/media/short/manifest.mpd`)).toBe('PLAYBACK_EXPIRED');
});

describe('a ticket', () => {
  const renew = (viewer: Viewer, id: string) =>
    server.call(endpoints.renewMediaTicket, { token: viewer.profileToken, params: { id } });
  const withTicket = (url: string, ticket: string) => url.replace(/\/media\/[^/]+\//, `/media/${ticket}/`);

  test('renewed opens the same files as long as the play log lives', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    server.clock.advance(3600);
    const { reply } = await renew(viewer, video.play_log_id);
    expect(reply).toMatchObject({ expires_at: video.expires_at, expires_in: 11 * 3600 });
    for (const { url } of [...video.streams, ...video.subtitles]) {
      expect(await fetchMedia(withTicket(url, reply.ticket))).toBe(200);
      expect(await fetchMedia(url)).toBe(200);
    }
  });

  test('is only renewed for the profile and device that opened the play log', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const { play_log_id: id } = await server.openVideo(viewer);
    for (const other of [
      await server.buildViewer(),
      await server.signIn(viewer.email),
      await server.signIn(viewer.email, 1),
    ])
      expect((await renew(other, id)).error.code).toBe('NOT_FOUND');
    expect((await renew(viewer, id)).status).toBe(200);
  });

  test('is not renewed for a play log that is over, with the code that its report gets', async () => {
    const viewer = await server.buildViewer({ plan: 'basic' });
    const left = await server.openVideo(viewer);
    await leave(viewer, left.play_log_id);
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

  test('that lives for minutes says so in the video, and ends before its play log', async () => {
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

describe('a lowered age limit', () => {
  test('ends what the profile may not watch any longer, and nothing else', async () => {
    const viewer = await server.buildViewer();
    const beyond = await server.openVideo(viewer, 401);
    await server.call(endpoints.updateProfile, {
      token: viewer.token,
      params: { id: viewer.profileId },
      body: { max_rating: '7' },
    });
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(await answersOf(beyond.streams.map(({ url }) => url))).toEqual(['PLAYBACK_EXPIRED']);
    expect((await leave(viewer, beyond.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');

    const within = await server.openVideo(viewer, 101);
    await server.call(endpoints.updateProfile, {
      token: viewer.token,
      params: { id: viewer.profileId },
      body: { max_rating: 'all' },
    });
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(await answersOf(within.streams.map(({ url }) => url))).toEqual([200]);
  });
});

describe('a device that signs out while it opens videos', () => {
  test('leaves no play log that counts', async () => {
    const { email, accountId } = await server.buildViewer();
    for (let round = 0; round < 5; round += 1) {
      const { profileToken: token } = await server.signIn(email);
      const open = () => server.call(endpoints.getVideo, { token, params: { id: 101 }, query: { device: 'web' } });
      await Promise.all([open(), open(), server.call(endpoints.logout, { token }), open(), open()]);
    }
    const living = await server.db
      .selectFrom('play_logs')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', '=', 'active')
      .execute();
    expect(living).toEqual([]);
  });
});

describe('a download', () => {
  test('is a file that the ticket of a play log does not open', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    const withName = (url: string) => url.replace(/[^/]+$/, 'download.mp4');
    expect(await answersOf(video.streams.map(({ url }) => withName(url)))).toEqual(['NOT_FOUND']);
    expect(await answersOf([withName((await download(viewer)).reply.url)])).toEqual([200]);
  });

  const grantsOf = async ({ accountId }: Viewer) =>
    server.db.selectFrom('download_grants').select('id').where('account_id', '=', accountId).execute();
  const idIn = (url: string) => new URL(url).pathname.split('.')[2];

  test('asked for again is the same one, as long as it lives', async () => {
    const viewer = await server.buildViewer();
    const first = (await download(viewer)).reply;
    server.clock.advance(3600);
    const again = (await download(viewer)).reply;
    expect([again.expires_at, idIn(again.url)]).toEqual([first.expires_at, idIn(first.url)]);
    await Promise.all(Array.from({ length: 5 }, () => download(viewer)));
    expect(await grantsOf(viewer)).toHaveLength(1);
    expect(idIn((await download(await server.signIn(viewer.email))).reply.url)).not.toBe(idIn(first.url));
    server.clock.advance(11 * 3600);
    const next = (await download(viewer)).reply;
    expect(idIn(next.url)).not.toBe(idIn(first.url));
    expect(await fetchMedia(first.url)).toBe('PLAYBACK_EXPIRED');
    expect(await fetchMedia(next.url)).toBe(200);
  });

  test('is given 25 times a day, also after signing in again', async () => {
    const viewer = await server.buildViewer();
    for (let device = 0; device < 24; device += 1) {
      const other = await server.signIn(viewer.email);
      expect((await download(other)).status).toBe(200);
      await server.call(endpoints.logout, { token: other.token });
    }
    server.clock.advance(3600);
    expect((await download(viewer)).status).toBe(200);
    const { status, error, headers } = await download(viewer, 201);
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(headers['retry-after']).toBe(String(23 * 3600));
    // The same one again does not count.
    expect((await download(viewer)).status).toBe(200);
    server.clock.advance(23 * 3600);
    expect((await download(viewer, 201)).status).toBe(200);
  });
});
