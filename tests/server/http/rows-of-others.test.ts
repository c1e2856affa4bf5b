import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { hasDueMails } from '#server/mail/store.ts';
import { copyProfileRows, fillAccount, rowsWith } from '#tests/support/server/account-rows.ts';
import { createExampleCalls, type ExampleRequest } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';
import { watchEpisode } from '#tests/support/watching.ts';

/*
 * Each call, while another account and another profile of the same device have rows of every kind for the same titles:
 * a statement that forgets whose rows it means finds theirs too.
 */

let server: ServerFixture;
beforeAll(async () => {
  // A mail leaves because its call announced it, or not at all.
  server = await createServerFixture({ records: shopCatalogue(), lookForMailEveryMs: 3600_000 });
});
afterAll(() => server.close());

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

const idsIn = (text: string): string[] => text.match(UUID) ?? [];

/** The ids in all rows: those of other accounts, and those of the viewer's. */
async function splitIds(viewer: Viewer | undefined): Promise<[Set<string>, Set<string>]> {
  const rows = await rowsWith(server.db, '');
  const isOwn = (row: string) => viewer !== undefined && row.includes(viewer.accountId);
  const idsOf = (some: string[]) => new Set(idsIn(some.join('\n')));
  return [idsOf(rows.filter((row) => !isOwn(row))), idsOf(rows.filter(isOwn))];
}

/** Answers that say something of everybody, or make something with a secret. */
const isPersonalRead = (name: EndpointName) => {
  const { method, auth, carriesSecret } = endpointOf(name);
  return method === 'GET' && auth !== 'none' && name !== 'listShortReviews' && (!carriesSecret || name === 'getVideo');
};

/** A part of an answer without secrets, and without the averages and counts of everybody. */
function toPersonal(key: string, value: unknown): unknown {
  if (/^(play_log_id|url|ticket|cnt_request)$/.test(key)) return undefined;
  const isRated = typeof value === 'object' && value !== null && 'avg_rating' in value;
  return isRated ? { ...value, avg_rating: undefined, cnt_rating: undefined } : value;
}

/** A new account with rows of every kind. */
async function buildStranger(): Promise<Viewer> {
  const stranger = await server.buildViewer();
  await fillAccount(server, stranger, await server.buildViewer());
  return stranger;
}

/** Opinions and a playback of a profile, and nothing that hides titles from it. */
async function useService(viewer: Viewer): Promise<void> {
  await watchEpisode(server, viewer, 101);
  const write = async (name: EndpointName, body?: object) => {
    const answer = await server.call(endpointOf(name), { token: viewer.profileToken, params: { id: 1 }, body });
    expect([name, answer.status]).toEqual([name, 200]);
  };
  await write('addWish');
  await write('rateItem', { score: 4 });
  await write('writeShortReview', { short_review: '따뜻해요' });
  await write('askForItem');
}

// First: nobody has any rows yet.
test.each([
  ['has used nothing', async () => undefined],
  ['has used the service', useService],
])('a profile that %s reads nothing of other accounts and other profiles of its device', async (_, prepare) => {
  const reader = await server.buildViewer({ plan: 'free', identity_proved_at: null });
  await prepare(reader);
  const examples = createExampleCalls(
    () => server,
    async () => reader,
  );
  const requests: [EndpointName, ExampleRequest][] = [];
  for (const name of names.filter(isPersonalRead)) requests.push([name, await examples[name].ask()]);
  const read = async () => {
    const answers: Partial<Record<EndpointName, unknown>> = {};
    for (const [name, request] of requests) {
      const { reply } = await server.call(endpointOf(name), request);
      answers[name] = JSON.parse(JSON.stringify(reply ?? null, toPersonal));
    }
    return answers;
  };
  const before = await read();
  await copyProfileRows(server.db, await buildStranger(), await server.buildSibling(reader));
  const { listProfiles, ...after } = await read();
  expect(listProfiles).toMatchObject({ count: 2 });
  expect({ listProfiles: before.listProfiles, ...after }).toEqual(before);
});

describe('a call that writes', () => {
  let stranger: Viewer;
  beforeAll(async () => {
    stranger = await buildStranger();
  });
  const examples = createExampleCalls(() => server);

  /** Calls about all titles of a profile. */
  const ofAllTitles: EndpointName[] = ['updateProfile', 'removeProfile', 'readNotifications'];

  /** Calls that sign all other devices out. */
  const ofAllDevices: EndpointName[] = ['changePassword', 'leaveAccount'];

  /** Another device of the account, on which another profile plays. @returns its id */
  const playElsewhere = async ({ accountId: account_id }: Viewer, { profileId: profile_id }: Viewer) => {
    const [device, now] = [randomUUID(), server.clock.now()];
    const times = { opened_at: now, expires_at: new Date(now.getTime() + 3600_000) };
    await server.db
      .insertInto('device_sessions')
      .values({ account_id, id: device, platform: 'tizen', created_at: now, last_seen_at: now })
      .execute();
    await server.db
      .insertInto('play_logs')
      .values({
        account_id,
        profile_id,
        id: randomUUID(),
        device_session_id: device,
        device: 'tizen',
        state: 'active',
        ...times,
        episode_id: 401,
        item_id: 4,
      })
      .execute();
    return device;
  };

  /** What a call takes back: others have done it too. */
  const opposites: Partial<Record<EndpointName, EndpointName>> = {
    unlikeShortReview: 'likeShortReview',
    unblockProfile: 'blockProfile',
  };

  /** Rows of others, and rows of the caller about another title. */
  const buildRows = async (name: EndpointName, viewer: Viewer | undefined, request: ExampleRequest) => {
    const owners = [stranger.accountId, stranger.email];
    const others = [stranger];
    if (viewer) {
      const sibling = await server.buildSibling(viewer);
      await copyProfileRows(server.db, stranger, sibling);
      if (!ofAllTitles.includes(name)) await copyProfileRows(server.db, stranger, viewer, 2);
      owners.push(sibling.profileId);
      others.push(sibling);
    }
    if (viewer && !ofAllDevices.includes(name)) owners.push(await playElsewhere(viewer, others.at(-1)!));
    const opposite = opposites[name];
    for (const { profileToken: token } of opposite ? others : [])
      expect((await server.call(endpointOf(opposite!), { ...request, token })).status).toBeLessThan(300);
    return (row: string) =>
      owners.some((owner) => row.includes(owner)) ||
      (viewer !== undefined && row.includes(viewer.profileId) && row.includes('"item_id": 2,'));
  };

  const writes = names.filter((name) => endpointOf(name).method !== 'GET');
  test.each([
    ...writes.map((name) => [name, name, undefined] as const),
    ['writeShortReview with an empty text', 'writeShortReview', { short_review: '' }] as const,
    ['updateProfile with a PIN', 'updateProfile', { pin: '1111' }] as const,
    ['updateProfile with a lower age limit', 'updateProfile', { max_rating: '7' }] as const,
  ])('%s leaves rows of others and of other titles alone, and answers nothing of others', async (_, name, body) => {
    const { viewer, ...example } = await examples[name].ask();
    const request = { ...example, ...(body && { body }) };
    const isOther = await buildRows(name, viewer, request);
    const rowsOfOthers = async () => (await rowsWith(server.db, '')).filter(isOther);
    const before = await rowsOfOthers();
    expect(before.length).toBeGreaterThan(viewer ? 50 : 30);
    const [strange, own] = await splitIds(viewer);
    const { status, reply } = await server.call(endpointOf(name), request);
    expect(status).toBeLessThan(300);
    // A mail leaves after the answer, without another call.
    await expect.poll(() => hasDueMails(server.db, server.clock.now())).toBe(false);
    const sent = idsIn(JSON.stringify(request));
    const answered = viewer ? idsIn(JSON.stringify(reply ?? null)) : [];
    expect(answered.filter((id) => strange.has(id) && !own.has(id) && !sent.includes(id))).toEqual([]);
    expect(await rowsOfOthers()).toEqual(before);
  });
});
