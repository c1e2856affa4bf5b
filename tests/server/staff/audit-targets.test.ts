import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEntries, type AuditAction } from '#contract/console/audit.ts';
import { createRecord } from '#server/staff/audit/record.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/* What the audit log calls the things that were touched. */

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

async function entryAbout(subject: { kind: string; id: string | number } | null, after: object | null = null) {
  server.clock.advance(1);
  const record = createRecord({ clock: server.clock, random: systemRandom }, { kind: 'command', name: 'operate' });
  await record(server.db, { action: 'title.change' satisfies AuditAction, subject, before: null, after });
  return (await members.call(listAuditEntries, owner, { query: { limit: 1 } })).reply.results[0]!;
}

test('an entry names its title, episode, review’s title, requested title, account and member', async () => {
  const { accountId, email } = await server.buildViewer();
  const { name } = await server.db.selectFrom('items').select('name').where('id', '=', 1).executeTakeFirstOrThrow();
  const review = '00000001-1234-8abc-9abc-123456789abc';
  for (const [kind, id, target] of [
    ['title', 1, { name, item_id: 1 }],
    ['request', 1, { name, item_id: 1 }],
    ['episode', 102, { name: `${name} 2화`, item_id: 1 }],
    ['review', review, { name, item_id: 1 }],
    ['account', accountId, { name: email, item_id: null }],
    ['staff', owner.id, { name: owner.email, item_id: null }],
  ] as const)
    expect([kind, (await entryAbout({ kind, id })).target]).toEqual([kind, target]);
});

test.each([
  ['title', '999'],
  ['title', 'not a number'],
  ['account', 'not an id'],
  ['account', '00000000-0000-4000-8000-000000000000'],
  ['unknown', '1'],
])('a %s %s that is not there has no name', async (kind, id) => {
  expect((await entryAbout({ kind, id })).target).toBeNull();
});

test('an entry without a subject has no target', async () => {
  expect((await entryAbout(null)).target).toBeNull();
});

test('an entry shows the names of files, and no folder of the server', async () => {
  const { after } = await entryAbout(null, {
    source: '/srv/videos/season 1/01.mkv',
    episodes: [{ source: 'C:\\videos\\02.mkv' }],
    path: '시즌 1/03.mkv',
  });
  expect(after).toEqual({ source: '01.mkv', episodes: [{ source: '02.mkv' }], path: '시즌 1/03.mkv' });
});
