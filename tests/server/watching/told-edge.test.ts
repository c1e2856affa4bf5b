import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Video } from '#contract/playback.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import { edgeCredential, type MediaEdge } from '#server/providers/edge-signer.ts';
import { TELLING, tellingJob, type TellEdge } from '#server/watching/media/tell-edges.ts';
import { leave } from '#tests/support/media/media.ts';
import { findNginx, freePort, startEdge, type RunningEdge } from '#tests/support/server/nginx.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

const SECRET = 'an-edge-secret-of-thirty-two-letters';

let server: ServerFixture;
let place: MediaEdge;
let reported: unknown[];
beforeEach(async () => {
  const [url, told] = [`http://127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  place = { url, secret: SECRET, told: [told] };
  server = await createServerFixture({ mediaEdge: place, clock: createServerClock(new Date().toISOString()) });
  reported = [];
});
afterEach(() => server.close());

const createJob = (edge = place, tell?: TellEdge) =>
  tellingJob({
    ...{ db: server.db, clock: server.clock, edge },
    failures: { report: (_cause, error) => void reported.push(error), works: () => undefined },
    ...(tell && { tell }),
  });
const unlimited = new AbortController().signal;
/** Runs the job as a worker does, which notes when. */
const run = async (job: ReturnType<typeof createJob>) => {
  await job.run({ signal: unlimited });
  const times = { last_run_at: server.clock.now(), next_run_at: server.clock.now(), failures: 0 };
  await server.db
    .insertInto('jobs')
    .values({ name: TELLING, every_seconds: 1, ...times })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(times))
    .execute();
};
const believed = async (viewer: Viewer, { play_log_id: id }: Video) => {
  const answer = await server.app.inject({
    url: `/media/edge/living/${shortenUuid(viewer.accountId)}/${id}`,
    headers: { 'x-bora-edge': edgeCredential(SECRET) },
  });
  return [answer.statusCode, answer.headers['x-accel-expires']];
};

describe('the service that tells its edge', () => {
  test('lets an answer be believed for as long as an address, while it tells', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    expect(await believed(viewer, video)).toEqual([204, undefined]);
    const job = createJob(place, () => Promise.resolve());
    server.clock.advance(2);
    await run(job);
    expect(await believed(viewer, video)).toEqual([204, '180']);
    // No worker tells any more.
    server.clock.advance(11);
    expect(await believed(viewer, video)).toEqual([204, undefined]);
  });

  test('tells each end twice, the second time after older answers have arrived', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    const told: string[] = [];
    const job = createJob(place, (address, path) => Promise.resolve(void told.push(`${address}${path}`)));
    await run(job);
    expect(told).toEqual([]);
    await leave(server, viewer, video.play_log_id);
    const path = `${place.told[0]}/ended/${shortenUuid(viewer.accountId)}/${video.play_log_id}`;
    await run(job);
    server.clock.advance(3);
    await run(job);
    expect(told).toEqual([path]);
    server.clock.advance(4);
    await run(job);
    server.clock.advance(60);
    await run(job);
    expect(told).toEqual([path, path]);
  });

  test('tells an edge that was away when it is back, and the others meanwhile', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    const edge = { ...place, told: ['one:1', 'two:2'] };
    const [told, away] = [[] as string[], new Set(['two:2'])];
    const job = createJob(edge, (address) =>
      away.has(address) ? Promise.reject(new Error(`${address} is away`)) : Promise.resolve(void told.push(address)),
    );
    await leave(server, viewer, video.play_log_id);
    await run(job);
    expect([told, reported]).toEqual([['one:1'], [new Error('two:2 is away')]]);
    away.clear();
    server.clock.advance(120);
    await run(job);
    expect(told).toContain('two:2');
    away.add('one:1').add('two:2');
    await leave(server, viewer, (await server.openVideo(viewer)).play_log_id);
    await expect(job.run({ signal: unlimited })).rejects.toThrow('no edge can be told');
  });

  test('a new worker tells the ends of the last minutes again', async () => {
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    await leave(server, viewer, video.play_log_id);
    server.clock.advance(100);
    const told: string[] = [];
    await run(createJob(place, (_address, path) => Promise.resolve(void told.push(path))));
    expect(told).toEqual([expect.stringContaining(video.play_log_id)]);
  });
});

const nginx = findNginx();

describe.runIf(nginx !== undefined)('nginx that is told', () => {
  let edge: RunningEdge;
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    server.app.server.on('request', ({ url = '' }: IncomingMessage) => {
      if (url.startsWith('/media/edge/living/')) asked += 1;
    });
    edge = await startEdge(nginx!, place, `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
  });
  afterEach(() => edge.stop());

  const fetchPiece = async (video: Video) => {
    const url = video.streams[0]!.url.replace('manifest.mpd', 'video.mp4');
    const answer = await fetch(url, { headers: { range: 'bytes=0-99' } });
    await answer.arrayBuffer();
    return answer.status;
  };

  test('asks once for a playback, and shuts the door when it is told', async () => {
    const job = createJob();
    await run(job);
    const viewers = [await server.buildViewer(), await server.buildViewer()] as const;
    const [stays, leaves] = [await server.openVideo(viewers[0]), await server.openVideo(viewers[1])];
    const until = performance.now() + 3_000;
    while (performance.now() < until) for (const video of [stays, leaves]) expect(await fetchPiece(video)).toBe(206);
    expect(asked).toBe(2);
    await leave(server, viewers[1], leaves.play_log_id);
    await run(job);
    expect([await fetchPiece(leaves), await fetchPiece(stays)]).toEqual([410, 206]);
    expect(asked).toBe(2);
  });

  test('is told by the service alone', async () => {
    await run(createJob());
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    expect(await fetchPiece(video)).toBe(206);
    const url = `http://${place.told[0]}/ended/${shortenUuid(viewer.accountId)}/${video.play_log_id}`;
    for (const headers of [{}, { 'x-bora-edge': SECRET }] as Record<string, string>[])
      expect((await fetch(url, { headers })).status).toBe(404);
    expect(await fetchPiece(video)).toBe(206);
    // The viewers' port does not take it.
    const headers = { 'x-bora-edge': edgeCredential(SECRET) };
    expect((await fetch(url.replace(`http://${place.told[0]}`, place.url), { headers })).status).toBe(404);
  });
});
