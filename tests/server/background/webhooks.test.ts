import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import type { WebhookEvent } from '#contract/console/webhooks.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { insertJobs } from '#server/intake/store.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createTellWebhooks } from '#server/monitoring/webhooks/tell-webhooks.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

type Message = { id: string; event: string } & Record<string, unknown>;
let posted: { url: string; secret: string; message: Message }[];
let isAway: boolean;
/** Messages that fail from now on. */
let awayTimes: number;
beforeEach(async () => {
  posted = [];
  isAway = false;
  awayTimes = 0;
  for (const table of ['webhook_messages', 'webhooks'] as const) await server.db.deleteFrom(table).execute();
  await server.db.deleteFrom('settings').where('name', '=', 'webhooks').execute();
});

const work = () =>
  tellingWebhooksJob({
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    failures: { report: () => undefined, works: () => undefined },
    tell: createTellWebhooks({ clock: server.clock, publicUrl: 'http://bora.test', hasTroubleWebhook: false }),
    troubleWebhook: undefined,
    sendTo: (webhook) => async (body) => {
      if (isAway || awayTimes > 0) {
        awayTimes -= 1;
        throw new Error('away');
      }
      posted.push({ ...webhook, message: JSON.parse(body) as Message });
    },
  }).run({ signal: new AbortController().signal });
const add = async (...events: WebhookEvent[]) =>
  (
    await members.call(consoleEndpoints.addWebhook, owner, {
      body: { url: `https://hooks.example/${events.join()}`, events },
    })
  ).reply;
const log = async () => (await members.call(consoleEndpoints.listWebhookMessages, owner)).reply.results;
const pay = async () => {
  const viewer = await server.buildViewer();
  const { id } = await server.db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow();
  await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id } });
  const ofViewer = server.db.updateTable('orders').where('account_id', '=', viewer.accountId);
  await ofViewer.set({ status: 'paid', settled_at: server.clock.now() }).execute();
  return viewer;
};

describe('a webhook', () => {
  test('is told once of an order that was paid, without the account, with its secret', async () => {
    const { webhook, secret } = await add('order.paid');
    await work();
    server.clock.advance(5);
    const { accountId } = await pay();
    server.clock.advance(5);
    await work();
    server.clock.advance(30);
    await work();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      url: webhook.url,
      secret,
      message: { event: 'order.paid', price: expect.any(Number) as number },
    });
    expect(JSON.stringify(posted)).not.toContain(accountId);
    expect(await log()).toMatchObject([{ event: 'order.paid', state: 'taken', tries: 1, url: webhook.url }]);
  });

  test('is not told of what it does not want, of what was before it, and of what happens while it pauses', async () => {
    await work();
    await pay();
    server.clock.advance(5);
    const { webhook } = await add('order.paid');
    await add('order.refunded');
    await work();
    const change = { events: ['order.paid'], is_paused: true };
    await members.call(consoleEndpoints.changeWebhook, owner, { params: { id: webhook.id }, body: change });
    server.clock.advance(5);
    await pay();
    await work();
    expect(await log()).toEqual([]);
  });

  test('is told of a title that came out and of a video that failed', async () => {
    await add('title.released', 'video.failed');
    await work();
    server.clock.advance(5);
    const now = server.clock.now();
    await server.db
      .insertInto('notification_fan_outs')
      .values({
        kind: 'new_episode',
        thing: `1 ${now.toISOString()}`,
        item_id: 1,
        episode_id: 1,
        text: '',
        at: now,
        found_at: now,
        last_account_id: null,
        cnt_account: 0,
        done_at: null,
      })
      .execute();
    const id = systemRandom.uuid();
    await insertJobs(
      server.db,
      [
        {
          id,
          name: '여우 3화.mkv',
          source: '/in/fox.mkv',
          sourceBytes: 1,
          target: { use: 'advertisement' },
          pictures: {},
        },
      ],
      now,
    );
    await work();
    expect(posted.map(({ message }) => message)).toMatchObject([{ event: 'title.released', title_id: 1 }]);
    const fail = async () => {
      server.clock.advance(5);
      await server.db
        .updateTable('media_jobs')
        .set({ state: 'failed', ended_at: server.clock.now() })
        .where('id', '=', id)
        .execute();
      server.clock.advance(5);
      await work();
      await work();
      return posted.map(({ message }) => message).filter(({ event }) => event === 'video.failed');
    };
    const told = { event: 'video.failed', job_id: id, name: '여우 3화.mkv' };
    expect(await fail()).toEqual([expect.objectContaining(told)]);
    expect(JSON.stringify(posted)).not.toContain('/in/fox.mkv');
    // A video that was tried again fails again.
    expect(await fail()).toEqual([expect.objectContaining(told), expect.objectContaining(told)]);
  });

  test('gets a test, and the log says why it fails until it is taken', async () => {
    const { webhook } = await add('order.paid');
    await members.call(consoleEndpoints.testWebhook, owner, { params: { id: webhook.id } });
    isAway = true;
    await work();
    expect(await log()).toMatchObject([{ event: 'test', state: 'waiting', problem: 'away', tries: 1 }]);
    // Not yet: it waits longer after each failure.
    isAway = false;
    await work();
    expect(posted).toEqual([]);
    server.clock.advance(60);
    await work();
    expect(await log()).toMatchObject([{ event: 'test', state: 'taken', problem: null, tries: 2 }]);
  });

  test('gets its messages in their order: the one behind a failed one waits', async () => {
    const { webhook } = await add('order.paid');
    for (let count = 0; count < 2; count += 1) {
      await members.call(consoleEndpoints.testWebhook, owner, { params: { id: webhook.id } });
      server.clock.advance(1);
    }
    const ids = (await server.db.selectFrom('webhook_messages').select('id').orderBy('created_at').execute()).map(
      ({ id }) => id,
    );
    awayTimes = 1;
    await work();
    expect(posted).toEqual([]);
    server.clock.advance(60);
    await work();
    expect(posted.map(({ message }) => message.id)).toEqual(ids);
  });

  test('that takes nothing loses a message after ten tries, and holds up no other webhook', async () => {
    const [one, two] = [await add('order.paid'), await add('order.refunded')];
    const test = (id: string) => members.call(consoleEndpoints.testWebhook, owner, { params: { id } });
    await test(one.webhook.id);
    isAway = true;
    for (let tries = 0; tries < 12; tries += 1) {
      await work();
      server.clock.advance(1800);
    }
    isAway = false;
    // The sessions of before have ended.
    const fresh = await members.buildMember('owner');
    const { results } = (await members.call(consoleEndpoints.listWebhookMessages, fresh)).reply;
    expect(results).toMatchObject([{ state: 'given-up', tries: 10 }]);
    await members.call(consoleEndpoints.testWebhook, fresh, { params: { id: two.webhook.id } });
    await work();
    expect(posted.map(({ url }) => url)).toEqual([two.webhook.url]);
  });

  test('goes with its messages, and keeps its secret to itself', async () => {
    const asked = await members.buildMember('owner');
    const { webhook, secret } = (
      await members.call(consoleEndpoints.addWebhook, asked, {
        body: { url: 'https://hooks.example/', events: ['order.paid'] },
      })
    ).reply;
    await members.call(consoleEndpoints.testWebhook, asked, { params: { id: webhook.id } });
    expect((await members.call(consoleEndpoints.listWebhooks, asked)).text).not.toContain(secret);
    await members.call(consoleEndpoints.removeWebhook, asked, { params: { id: webhook.id } });
    await work();
    expect(posted).toEqual([]);
    const { text } = await members.call(consoleEndpoints.listAuditEntries, asked, { query: { action: 'webhook.add' } });
    expect(text).not.toContain(secret);
  });

  test('is told apart from the one of the environment, which this server has not', async () => {
    const { reply } = await members.call(consoleEndpoints.listWebhooks, await members.buildMember('owner'));
    expect(reply).toMatchObject({ has_trouble_webhook: false });
  });

  test.each(['http://hooks.example/', 'https://name:word@hooks.example/', 'ftp://hooks.example/', 'hooks.example'])(
    'is refused at %s',
    async (url) => {
      const asked = await members.buildMember('owner');
      const { status } = await members.call(consoleEndpoints.addWebhook, asked, {
        body: { url, events: ['order.paid'] },
      });
      expect(status).toBe(400);
    },
  );
});
