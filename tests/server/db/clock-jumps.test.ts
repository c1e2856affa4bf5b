import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { carryOut } from '#server/monitoring/status/service-state.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';

const HOUR = 3600;

let server: ServerFixture;
beforeEach(async () => {
  server = await createServerFixture();
});
afterEach(() => server.close());

const reportOf = (seconds: number) => {
  const time = `00:00:${seconds}`;
  return { total_play_time: time, play_end_offset: time, is_player_exit: false };
};

test.each([
  ['set back', -HOUR],
  ['set forward', HOUR],
])('a viewer signs in, browses and watches after the clock was %s an hour', async (_name, jump) => {
  const viewer = await server.buildViewer();
  await server.openVideo(viewer);
  server.clock.advance(jump);

  expect((await server.call(endpoints.listHomeRows, { token: viewer.profileToken })).status).toBe(200);
  const body = { email: viewer.email, password: PASSWORD, device: { platform: 'web' } };
  expect((await server.call(endpoints.login, { body })).status).toBe(200);
  // The app requests the video again when a report is refused.
  const { play_log_id: id, streams } = await server.openVideo(viewer);
  expect((await server.app.inject(new URL(streams[0]!.url).pathname)).statusCode).toBe(200);
  server.clock.advance(60);
  const answer = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: reportOf(50),
  });
  expect(answer.status).toBe(200);
});

test('a report on a play log from the future is refused with the code that makes the app reopen the video', async () => {
  const viewer = await server.buildViewer();
  const { play_log_id: id } = await server.openVideo(viewer);
  server.clock.advance(-HOUR);
  const answer = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: reportOf(30),
  });
  expect(answer.error.code).toBe('TOTAL_PLAY_TIME_INVALID');
});

test('an operator’s change takes effect within two seconds after the clock was set back an hour', async () => {
  const status = async () => (await server.call(endpoints.getStatus)).reply.status;
  expect(await status()).toBe('ok');
  server.clock.advance(-HOUR);
  await carryOut(
    { transact: createTransact(server.db), record: recordNothing },
    { set: 'maintenance', message: '점검 중이에요.' },
  );
  server.clock.advance(2);
  expect(await status()).toBe('maintenance');
});

test('a waiting television is not told to slow down after the clock was set back an hour', async () => {
  const { device_code: code } = (
    await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'tizen' } } })
  ).reply;
  const poll = async () => (await server.call(endpoints.getDeviceToken, { body: { device_code: code } })).error.code;
  expect(await poll()).toBe('AUTHORIZATION_PENDING');
  server.clock.advance(-HOUR);
  expect(await poll()).toBe('AUTHORIZATION_PENDING');
});
