import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLook, changeLook, listLooks, orderLooks, removeLook, setUpService } from '#contract/console/looks.ts';
import { listOperatedPlans } from '#contract/console/offers.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { createLookOperations } from '#server/catalogue/looks/look-operations.ts';
import { createTransact } from '#server/db/open.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: [] });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const looks = async () => (await members.call(listLooks, owner)).reply;

describe('a service without a catalogue', () => {
  test('gets profile pictures, themes and paused plans from its first start, once', async () => {
    const viewer = await server.buildViewer();
    expect((await looks()).is_new).toBe(true);
    const made = (await members.call(setUpService, owner, { body: { kind: 'paid' } })).reply;
    expect(made).toMatchObject({ is_new: false, themes: { length: 3 }, profile_images: { length: 8 } });
    const plans = (await members.call(listOperatedPlans, owner)).reply.results;
    expect(plans.map(({ plan, state }) => [plan, state])).toEqual([
      ['basic', 'paused'],
      ['premium', 'paused'],
    ]);
    // A profile from before has a picture, too.
    const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
    expect(results[0]!.image_url).toBe(made.profile_images[0]!.picture);
    const again = await members.call(setUpService, owner, { body: { kind: 'home' } });
    expect(again.error.code).toBe('REFUSED');
    expect(await looks()).toEqual(made);
  });

  test('has its pictures where viewers load them', async () => {
    for (const { picture } of [...(await looks()).profile_images, ...(await looks()).themes]) {
      const answer = await server.app.inject(new URL(picture).pathname);
      expect([picture, answer.statusCode]).toEqual([picture, 200]);
    }
  });
});

describe('a theme', () => {
  test('is added behind the others, and its texts change unless somebody else has changed them', async () => {
    const body = { name: '겨울밤', description: '눈 오는 날에.' };
    const { themes } = (await members.call(addLook, owner, { params: { kind: 'theme' }, body })).reply;
    const added = themes.at(-1)!;
    expect(added).toMatchObject(body);
    const change = { params: { kind: 'theme', id: added.id }, body: { ...body, name: '겨울', version: added.version } };
    expect((await members.call(changeLook, owner, change)).reply.themes.at(-1)).toMatchObject({ name: '겨울' });
    expect((await members.call(changeLook, owner, change)).error.code).toBe('CHANGED_MEANWHILE');
  });

  test('gets another picture at an address of its own', async () => {
    const mediaStore = createFolderStore(await writeFiles({}));
    const operations = createLookOperations({
      db: server.db,
      transact: createTransact(server.db),
      clock: server.clock,
      record: recordNothing,
      mediaStore,
      makePicture: (kind, bytes) =>
        Promise.resolve({ picture: Buffer.concat([Buffer.from(kind), bytes]), tile: undefined, large: undefined }),
      artUrl: (path) => `http://bora.test/art/${path}`,
    });
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const [theme] = (await operations.list()).themes;
    const changed = await operations.setPicture('theme', theme!.id, png);
    expect(changed.themes[0]!.picture).not.toBe(theme!.picture);
    expect(changed.themes[0]!.name).toBe(theme!.name);
    // A picture that is no longer shown waits from then on for its removal: televisions have cached its address.
    const usedAt = async (address: string) =>
      (
        await server.db
          .selectFrom('stored_pictures')
          .select('used_at')
          .where('path', '=', address.replace('http://bora.test/art/', ''))
          .executeTakeFirstOrThrow()
      ).used_at;
    server.clock.advance(60);
    await operations.setPicture('theme', theme!.id, Buffer.concat([png, png]));
    expect(await usedAt(changed.themes[0]!.picture)).toEqual(server.clock.now());
    const { picture } = (await operations.list()).themes[0]!;
    server.clock.advance(60);
    await operations.remove('theme', theme!.id);
    expect(await usedAt(picture)).toEqual(server.clock.now());
  });
});

describe('themes and profile pictures', () => {
  const idsOf = async () => (await looks()).profile_images.map(({ id }) => id);
  const remove = (id: number) => members.call(removeLook, owner, { params: { kind: 'profile_image', id } });
  const order = (ids: number[]) =>
    members.call(orderLooks, owner, { params: { kind: 'profile_image' }, body: { ids } });

  test('have the order that an operator gives them, as viewers see them', async () => {
    const ids = (await idsOf()).reverse();
    expect((await order(ids)).reply.profile_images.map(({ id }) => id)).toEqual(ids);
    const { token } = await server.buildViewer();
    const { results } = (await server.call(endpoints.listProfileImages, { token })).reply;
    expect(results.map(({ id }) => id)).toEqual(ids);
    // One is missing: somebody else has added it.
    expect((await order(ids.slice(1))).error.code).toBe('CHANGED_MEANWHILE');
  });

  test('are removed, and a profile that had one shows the first, but the last picture stays', async () => {
    const [first, second, ...others] = await idsOf();
    const viewer = await server.buildViewer();
    await server.db
      .updateTable('profiles')
      .set({ default_image_id: second! })
      .where('account_id', '=', viewer.accountId)
      .execute();
    for (const id of [second!, ...others]) expect((await remove(id)).status).toBe(200);
    expect((await remove(first!)).error.code).toBe('REFUSED');
    expect((await remove(second!)).error.code).toBe('NOT_FOUND');
    const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
    expect(results[0]!.image_url).toBe((await looks()).profile_images[0]!.picture);
  });
});
