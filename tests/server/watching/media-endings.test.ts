import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { deactivatePlayLogs } from '#server/watching/playback/deactivate.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { addDownload, answersOf, download, fetchMedia, leave } from '#tests/support/media/media.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

/** Time after which no address of an ended grant answers (contract.md, section 8). */
const ENDED_AFTER_SECONDS = 10;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
  await addDownload(server);
});
afterAll(() => server.close());

/** All addresses of a playback and a download on one device. */
async function openEverything(viewer: Viewer) {
  const video = await server.openVideo(viewer);
  const { url, streams } = (await download(server, viewer)).reply;
  return {
    playLogId: video.play_log_id,
    media: [...video.streams, ...video.subtitles, video.thumbnails!].map((part) => part.url),
    downloads: [url, ...streams.map((stream) => stream.url)],
  };
}

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
  'the player leaves': (viewer, id) => leave(server, viewer, id),
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
    expect(await answersOf(server, [...media, ...downloads])).toEqual([200]);
    await ofBoth[name]!(viewer, playLogId);
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(await answersOf(server, [...media, ...downloads])).toEqual(['PLAYBACK_EXPIRED']);
  });

  test.each(Object.keys(ofPlayLog))(
    '%s, no address of the play log answers, and the download continues',
    async (name) => {
      const viewer = await server.buildViewer({ plan: 'basic', profiles: [{}, {}] });
      const { media, downloads, playLogId } = await openEverything(viewer);
      expect(await answersOf(server, [...media, ...downloads])).toEqual([200]);
      await ofPlayLog[name]!(viewer, playLogId);
      server.clock.advance(ENDED_AFTER_SECONDS);
      expect(await answersOf(server, media)).toEqual(['PLAYBACK_EXPIRED']);
      expect(await answersOf(server, downloads)).toEqual([200]);
    },
  );

  test('the membership, no address answers', async () => {
    const viewer = await server.buildViewer({
      membership_expires_at: new Date(server.clock.now().getTime() + 3600_000),
    });
    const { url } = (await server.openVideo(viewer, 103)).streams[0]!;
    server.clock.advance(3599);
    expect(await fetchMedia(server, url)).toBe(200);
    server.clock.advance(1 + ENDED_AFTER_SECONDS);
    expect(await fetchMedia(server, url)).toBe('PLAYBACK_EXPIRED');
  });
});

test.each(['the device opens another video', 'another device takes its place'])(
  'the process that ends a play log refuses its media at once: %s',
  async (name) => {
    const viewer = await server.buildViewer({ plan: 'basic' });
    const { media, playLogId } = await openEverything(viewer);
    const url = media[0]!;
    // Two servers that take turns have both answered.
    expect([await fetchMedia(server, url), await fetchMedia(server, url)]).toEqual([200, 200]);
    await ofPlayLog[name]!(viewer, playLogId);
    expect([await fetchMedia(server, url), await fetchMedia(server, url)]).toContain('PLAYBACK_EXPIRED');
  },
);

test('an active play log opens its media for hours', async () => {
  const { url } = (await server.openVideo(await server.buildViewer())).streams[0]!;
  for (let hour = 0; hour < 11; hour += 1) {
    server.clock.advance(3600);
    expect(await fetchMedia(server, url)).toBe(200);
  }
});

describe('a lowered age limit', () => {
  test('ends only what the profile may no longer watch', async () => {
    const viewer = await server.buildViewer();
    const beyond = await server.openVideo(viewer, 401);
    await server.call(endpoints.updateProfile, {
      token: viewer.token,
      params: { id: viewer.profileId },
      body: { max_rating: '7' },
    });
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(
      await answersOf(
        server,
        beyond.streams.map(({ url }) => url),
      ),
    ).toEqual(['PLAYBACK_EXPIRED']);
    expect((await leave(server, viewer, beyond.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');

    const within = await server.openVideo(viewer, 101);
    await server.call(endpoints.updateProfile, {
      token: viewer.token,
      params: { id: viewer.profileId },
      body: { max_rating: 'all' },
    });
    server.clock.advance(ENDED_AFTER_SECONDS);
    expect(
      await answersOf(
        server,
        within.streams.map(({ url }) => url),
      ),
    ).toEqual([200]);
  });
});

describe('a device that signs out while opening videos', () => {
  test('leaves no active play log', async () => {
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
