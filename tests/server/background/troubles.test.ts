import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Trouble } from '#contract/console/overview.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { composeMail } from '#server/mail/compose.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { createFindSeenCertificate } from '#server/monitoring/status/certificate.ts';
import { createTellWebhooks } from '#server/monitoring/webhooks/tell-webhooks.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { tellingTroublesJob, type TellingOptions } from '#server/monitoring/status/telling-troubles.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const unlimited = new AbortController().signal;
const DISK: Trouble = { kind: 'disk', value: 1, limit: 2, detail: 'full' };
const JOB: Trouble = { kind: 'job', value: 3, limit: 0, detail: 'publishing' };

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

let found: Trouble[];
let posted: { id: string; event: string; cause: string; until: string | null }[];
let isAway: boolean;
beforeEach(async () => {
  found = [];
  posted = [];
  isAway = false;
  await server.db.deleteFrom('settings').where('name', 'in', ['troubles', 'certificate']).execute();
  await server.db.deleteFrom('outbox').execute();
  await server.db.deleteFrom('webhook_messages').execute();
});

let posts = 0;
const failures = { report: () => undefined, works: () => undefined };
const tellWebhooks = () =>
  createTellWebhooks({ clock: server.clock, publicUrl: 'http://bora.test', hasTroubleWebhook: true });
const sending = () =>
  tellingWebhooksJob({
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    failures,
    tell: tellWebhooks(),
    troubleWebhook: async (body) => {
      posts += 1;
      if (isAway) throw new Error('away');
      posted.push(JSON.parse(body) as (typeof posted)[number]);
    },
    sendTo: () => () => Promise.reject(new Error('not asked')),
  });
const jobWith = (changes: Partial<TellingOptions> = {}) =>
  tellingTroublesJob({
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    random: systemRandom,
    publicUrl: 'http://bora.test',
    findTroubles: async () => found,
    findCertificate: () => Promise.reject(new Error('not asked')),
    listOwners: async () => ['owner@bora.example'],
    putMail: createPutMail({ clock: server.clock, random: systemRandom }),
    tellWebhooks: tellWebhooks(),
    ...changes,
  });
/** Each look by another worker: what one knows is stored. */
const lookEvery = async (seconds: number, times: number, changes?: Partial<TellingOptions>) => {
  for (let count = 0; count < times; count += 1) {
    await jobWith(changes).run({ signal: unlimited });
    await sending().run({ signal: unlimited });
    server.clock.advance(seconds);
  }
};
const mails = async () =>
  (await server.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()).map(({ recipient, content }) =>
    composeMail(recipient, content!, 'https://bora.example'),
  );
const events = () => posted.map(({ event, cause }) => `${event} ${cause}`);

test('owners and the webhook learn of a trouble once, and once of its end', async () => {
  found = [DISK, JOB];
  await lookEvery(60, 30);
  found = [JOB];
  await lookEvery(60, 30);
  const told = await mails();
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    ['owner@bora.example', '[보라 콘솔] 영상을 둘 자리에 문제가 있어요 외 1건'],
    ['owner@bora.example', '[보라 콘솔] 해결됐어요: 영상을 둘 자리에 문제가 있어요'],
  ]);
  expect(told[0]!.text).toContain('쓰지 않는 영상을 지우거나 디스크를 늘려 주세요.');
  expect(told[0]!.text).toContain('정기 작업이 실패했어요: 공개 시각에 공개하기');
  expect(told[0]!.text).toContain('https://bora.example/console/#/overview');
  expect(events()).toEqual(['trouble.started disk full', 'trouble.started job publishing', 'trouble.ended disk full']);
  expect(posted[2]).toMatchObject({ until: expect.stringMatching(/Z$/) as string });
});

test('the text of a crash, which an app wrote, is not in the mail', async () => {
  found = [{ kind: 'crash', value: 1, limit: 0, detail: 'see https://evil.example' }];
  await lookEvery(60, 5);
  const [mail] = await mails();
  expect(mail!.text).toContain('새로운 앱 오류가 생겼어요');
  expect(mail!.text + mail!.html).not.toContain('evil');
});

test('a webhook that is away gets its messages in order when it is back, the same ones', async () => {
  isAway = true;
  found = [DISK];
  await lookEvery(60, 10);
  found = [DISK, JOB];
  await lookEvery(60, 5);
  isAway = false;
  await lookEvery(1800, 2);
  expect(events()).toEqual(['trouble.started disk full', 'trouble.started job publishing']);
  expect(new Set(posted.map(({ id }) => id)).size).toBe(2);
});

test('a message that nobody takes is given up after ten tries', async () => {
  isAway = true;
  found = [DISK];
  posts = 0;
  await lookEvery(1800, 30);
  expect(posts).toBe(10);
  isAway = false;
  await lookEvery(60, 3);
  expect(posted).toEqual([]);
});

test('the certificate of an https address is looked at once an hour, and one that cannot be reached is unknown', async () => {
  const { db, clock } = server;
  const endsAt = new Date(clock.now().getTime() + 86_400_000);
  let looks = 0;
  const findCertificate = async () => {
    looks += 1;
    return { endsAt, warnsAt: clock.now(), problem: null };
  };
  const seen = createFindSeenCertificate({ db, clock });
  await lookEvery(60, 59, { publicUrl: 'https://bora.example', findCertificate });
  expect(looks).toBe(1);
  expect(await seen()).toMatchObject({ ends_at: endsAt.toISOString(), problem: null });
  clock.advance(3600);
  await lookEvery(1, 1, { publicUrl: 'https://bora.example' });
  expect(await seen()).toBeNull();
});
