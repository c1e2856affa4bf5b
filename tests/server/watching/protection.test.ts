import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_DRM } from '#server/lib/protection.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createClipKeys, createKeySeal } from '#server/watching/protection/index.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { checkMediaKeys } from '#server/start/doctor/media-keys.ts';
import { leave } from '#tests/support/media/media.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/* A protected clip: the video call names where its keys are, and only a living playback gets them. */

const CLIP = 'ab'.repeat(16);
const clipKeys = createClipKeys(
  createKeySeal(() => 'a-secret-of-thirty-two-characters'),
  systemRandom,
);
const edge = { url: 'https://media.bora.test', secret: 'an-edge-secret-of-thirty-two-letters', told: [] };
let server: ServerFixture;
let viewer: Viewer;
let kid: string;

beforeAll(async () => {
  server = await createServerFixture({ clipKeys, mediaEdge: edge });
  viewer = await server.buildViewer();
  await clipKeys.make(server.db, CLIP, 'cenc');
  kid = Buffer.from((await clipKeys.find(server.db, CLIP))!.keyId, 'hex').toString('base64url');
  await server.db
    .updateTable('clips')
    .set({
      streams: JSON.stringify([{ protocol: 'dash', path: `own/${CLIP}/manifest.mpd`, drm: OWN_DRM }]),
      subtitles: '[]',
      thumbnails: 'null',
    })
    .where('id', '=', 'short')
    .execute();
});
afterAll(() => server.close());

const drmOf = async () => (await server.openVideo(viewer)).streams[0]!.drm!;

async function ask(url: string, body: string, type = 'application/octet-stream') {
  const { pathname } = new URL(url);
  const answer = await server.app.inject({
    method: 'POST',
    url: pathname,
    payload: body,
    headers: { 'content-type': type, origin: 'file://' },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
}
const refused = async (url: string, body = JSON.stringify({ kids: [kid] })) => {
  const { status, body: answer } = await ask(url, body);
  return [status, strictErrorReply.parse(answer).code];
};

test('a viewer who may watch gets the key at the service itself, also behind an edge', async () => {
  const video = await server.openVideo(viewer);
  const { drm, url } = video.streams[0]!;
  expect(url).toContain(`https://media.bora.test/media/`);
  expect(drm).toEqual({
    key_system: 'org.w3.clearkey',
    license_url: expect.stringMatching(new RegExp(`^http://bora\\.test/media/[^/]+/own/${CLIP}/license$`)),
    clear_keys: null,
  });
  for (const type of ['application/octet-stream', 'application/json', 'text/plain']) {
    const { status, headers, body } = await ask(drm!.license_url!, JSON.stringify({ kids: [kid] }), type);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBe('*');
    const { key } = (await clipKeys.find(server.db, CLIP))!;
    expect(body).toEqual({
      keys: [{ kty: 'oct', kid, k: Buffer.from(key, 'hex').toString('base64url') }],
      type: 'temporary',
    });
  }
  const rows = await server.db.selectFrom('clip_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain((await clipKeys.find(server.db, CLIP))!.key);
});

test('nobody else gets it: another folder, another key, a changed address, no request', async () => {
  const { license_url: url } = await drmOf();
  expect(await refused(url!.replace(CLIP, 'cd'.repeat(16)))).toEqual([404, 'NOT_FOUND']);
  expect(await refused(url!.replace(/media\/\d/, 'media/9'))).toEqual([404, 'NOT_FOUND']);
  expect(await refused(url!.replace(/license$/, 'manifest.mpd'))).toEqual([404, 'NOT_FOUND']);
  expect(await refused(url!, JSON.stringify({ kids: ['A'.repeat(22)] }))).toEqual([404, 'NOT_FOUND']);
  expect(await refused(url!, 'kids')).toEqual([400, 'VALIDATION_FAILED']);
  const { statusCode } = await server.app.inject({ url: new URL(url!).pathname });
  expect(statusCode).toBe(404);
});

test('a playback that has ended gets none', async () => {
  const video = await server.openVideo(viewer);
  await leave(server, viewer, video.play_log_id);
  server.clock.advance(5);
  expect(await refused(video.streams[0]!.drm!.license_url!)).toEqual([410, 'PLAYBACK_EXPIRED']);
});

test('the doctor says that a changed secret opens no key', async () => {
  const look = async (mediaKeySecret: string | undefined) =>
    (await checkMediaKeys({ mediaKeySecret, dataDir: '/no-such-folder' }, server.db)).map(({ state }) => state);
  expect(await look('a-secret-of-thirty-two-characters')).toEqual(['good']);
  expect(await look('another-secret-of-thirty-two-chars')).toEqual(['bad']);
  // Without a variable, and with a data folder that was lost.
  expect(await look(undefined)).toEqual(['bad']);
});
