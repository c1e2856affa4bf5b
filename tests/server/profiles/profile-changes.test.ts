import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import {
  createServerFixture,
  PIN,
  type ProfileSpec,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const create = (token: string | undefined, changes = {}) =>
  server.call(endpoints.createProfile, { token, body: { name: '하늘이', default_image_id: 2, ...changes } });
const update = (token: string | undefined, id: string, body: unknown, pin?: string) =>
  server.call(endpoints.updateProfile, {
    token,
    params: { id },
    body,
    headers: pin === undefined ? {} : { 'x-profile-pin': pin },
  });
const remove = (token: string | undefined, id: string, pin?: string) =>
  server.call(endpoints.removeProfile, {
    token,
    params: { id },
    headers: pin === undefined ? {} : { 'x-profile-pin': pin },
  });
const choose = (token: string, id: string, pin?: string) =>
  server.call(endpoints.getProfileToken, {
    token,
    params: { id },
    headers: pin === undefined ? {} : { 'x-profile-pin': pin },
  });
const list = async (token: string) => (await server.call(endpoints.listProfiles, { token })).reply.results;

/** A signed-in household with its first profile chosen. */
const build = async (profiles: ProfileSpec[]) => {
  const viewer = await server.buildViewer({ profiles });
  return { ...viewer, ids: (await list(viewer.token)).map(({ id }) => id) };
};

describe('creating a profile', () => {
  test('appends it to the list', async () => {
    const { token } = await build([{}]);
    server.clock.advance(1);
    const { status, reply } = await create(token, { name: '  하늘이 ', max_rating: '12', pin: '1111' });
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      name: '하늘이',
      default_image_id: 2,
      image_url: 'http://bora.test/art/pictures/profile-2.webp',
      max_rating: '12',
      has_pin: true,
      is_owner: false,
    });
    expect((await list(token)).at(-1)).toEqual(reply);
    expect((await choose(token, reply.id)).error.code).toBe('PIN_INVALID');
    expect((await choose(token, reply.id, '1111')).status).toBe(200);
  });

  test('repeated calls create one profile each, and stop at five, also concurrently', async () => {
    const { token } = await build([{}]);
    const answers = await Promise.all(Array.from({ length: 7 }, () => create(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    for (const { status, error } of answers.filter(({ status }) => status !== 201))
      expect([status, error.code]).toEqual([409, 'PROFILE_LIMIT']);
    expect(await list(token)).toHaveLength(5);
  });

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 21 characters', { name: '가'.repeat(21) }, 'name'],
    ['a name with a new line', { name: 'a\nb' }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['a picture that is none', { default_image_id: 99 }, 'default_image_id'],
    ['a picture of another kind', { default_image_id: 'one' }, 'default_image_id'],
    ['an unknown limit', { max_rating: '18' }, 'max_rating'],
    ['a PIN of letters', { pin: 'abcd' }, 'pin'],
    ['a PIN of five digits', { pin: '12345' }, 'pin'],
  ])('a new profile with %s is refused with the name of the field', async (_name, changes, field) => {
    const { token } = await build([{}]);
    const { status, error } = await create(token, changes);
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  test('accepts any name of up to 20 characters', async () => {
    const { token } = await build([{}]);
    expect((await create(token, { name: '🐰'.repeat(20) })).reply.name).toBe('🐰'.repeat(20));
  });

  test('requires a signed-in caller', async () => {
    expect((await create(undefined)).error.code).toBe('TOKEN_INVALID');
  });
});

describe('changing a profile', () => {
  test('changes only the given fields, idempotently', async () => {
    const { token, profileId } = await build([{ name: '보라', maxRating: '15' }]);
    for (let times = 0; times < 2; times += 1) {
      const { status, reply } = await update(token, profileId, { name: '새 이름' });
      expect(status).toBe(200);
      expect(reply).toMatchObject({ name: '새 이름', default_image_id: 1, max_rating: '15', has_pin: false });
    }
    expect((await update(token, profileId, {})).reply.name).toBe('새 이름');
    expect((await update(token, profileId, { default_image_id: 2 })).reply).toMatchObject({
      name: '새 이름',
      default_image_id: 2,
    });
  });

  test.each([{ name: '' }, { pin: '12' }, { max_rating: 12 }, { default_image_id: 99 }, { name: null }])(
    'a change of a profile to %j is refused',
    async (body) => {
      const { token, profileId } = await build([{}]);
      const { status, error } = await update(token, profileId, body);
      expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('requires a signed-in caller', async () => {
    const { profileId } = await build([{}]);
    expect((await update(undefined, profileId, { name: 'x' })).error.code).toBe('TOKEN_INVALID');
  });

  test('takes effect on existing tokens', async () => {
    const { token, profileId, profileToken } = await build([{}]);
    await update(token, profileId, { max_rating: '7' });
    const { status, error } = await server.call(endpoints.getItem, { token: profileToken, params: { id: 4 } });
    expect([status, error.code]).toEqual([403, 'RATING_RESTRICTED']);
  });
});

describe('a profile’s PIN', () => {
  test('is set, changed and removed; the last two require it', async () => {
    const { token, profileId } = await build([{}]);
    expect((await update(token, profileId, { pin: '1111' })).reply.has_pin).toBe(true);
    expect((await update(token, profileId, { pin: '2222' })).error.code).toBe('PIN_INVALID');
    expect((await update(token, profileId, { pin: '2222' }, '1111')).status).toBe(200);
    expect((await choose(token, profileId, '1111')).error.code).toBe('PIN_INVALID');
    expect((await update(token, profileId, { pin: null })).error.code).toBe('PIN_INVALID');
    expect((await update(token, profileId, { pin: null }, '2222')).reply.has_pin).toBe(false);
    expect((await choose(token, profileId)).status).toBe(200);
  });

  test('is required to change or remove the profile, except with the profile’s own token', async () => {
    const { token, ids, profileToken } = await build([{}, { hasPin: true }]);
    const locked = ids[1]!;
    for (const from of [token, profileToken]) {
      expect((await update(from, locked, { name: 'x' })).error.code).toBe('PIN_INVALID');
      expect((await remove(from, locked)).error.code).toBe('PIN_INVALID');
    }
    const own = (await choose(token, locked, PIN)).reply.token;
    expect((await update(own, locked, { name: '아빠' })).status).toBe(200);
    expect((await update(own, locked, { pin: null })).error.code).toBe('PIN_INVALID');
    expect((await update(token, locked, { name: '엄마' }, PIN)).status).toBe(200);
    expect((await remove(token, locked, PIN)).status).toBe(204);
  });

  test('revokes the tokens of devices that chose the profile without it, except the device that sets it', async () => {
    const { token, ids, profileToken, ...viewer } = await build([{}, {}]);
    const elsewhere = await server.signIn(viewer.email);
    const isKnown = async (token: string) => (await server.call(endpoints.getMyProfile, { token })).status !== 401;
    /** Plays as the profile, until `change` has given it a PIN. */
    const isEnded = async (player: Viewer, change: () => ReturnType<typeof update>) => {
      const { play_log_id: id } = await server.openVideo(player);
      expect((await change()).status).toBe(200);
      const log = await server.db.selectFrom('play_logs').select('state').where('id', '=', id).executeTakeFirst();
      return [await isKnown(player.profileToken), log?.state];
    };
    await update(profileToken, ids[0]!, { name: '새 이름' });
    expect([await isKnown(profileToken), await isKnown(elsewhere.profileToken)]).toEqual([true, true]);

    const ended = await isEnded(elsewhere, () => update(profileToken, ids[0]!, { pin: '1111' }));
    expect(ended).toEqual([false, 'deactivated']);
    expect([await isKnown(profileToken), await isKnown(elsewhere.token)]).toEqual([true, true]);

    // From another profile of the same device, and of another one.
    const sibling = (await choose(token, ids[1]!)).reply.token;
    const other = (await choose(elsewhere.token, ids[1]!)).reply.token;
    for (const [from, pin, newPin] of [
      [sibling, '1111', '2222'],
      [other, '2222', '3333'],
    ] as const) {
      const own = { ...viewer, token, profileToken: (await choose(token, ids[0]!, pin)).reply.token };
      const change = () => update(from, ids[0]!, { pin: newPin }, pin);
      expect(await isEnded(own, change)).toEqual([false, 'deactivated']);
      expect([await isKnown(sibling), await isKnown(other)]).toEqual([true, true]);
    }
  });

  test('leaves the playback of other profiles on other devices alone', async () => {
    const { ids, profileToken, email } = await build([{}, {}]);
    const { play_log_id: id } = await server.openVideo(await server.signIn(email, 1));
    expect((await update(profileToken, ids[0]!, { pin: '1111' })).status).toBe(200);
    const log = await server.db.selectFrom('play_logs').select('state').where('id', '=', id).executeTakeFirst();
    expect(log?.state).toBe('active');
  });

  test('cannot be guessed by changing the profile', async () => {
    const { token, ids } = await build([{}, { hasPin: true }]);
    for (let tries = 0; tries < 3; tries += 1) await update(token, ids[1]!, { pin: null }, '0000');
    expect((await update(token, ids[1]!, { pin: null }, PIN)).status).toBe(429);
  });
});

describe('an age limit', () => {
  const household: ProfileSpec[] = [
    { name: '어른', maxRating: '19', hasPin: true },
    { name: '아이', maxRating: '12' },
    { name: '동생', maxRating: '7' },
  ];

  test('cannot be raised above what the caller may watch without a PIN', async () => {
    const { token, ids } = await build(household);
    const child = (await choose(token, ids[1]!)).reply.token;
    for (const from of [token, child]) {
      const raised = await update(from, ids[1]!, { max_rating: '15' });
      expect([raised.status, raised.error.code]).toEqual([403, 'RATING_RESTRICTED']);
      expect((await create(from, { max_rating: '15' })).error.code).toBe('RATING_RESTRICTED');
    }
    expect((await update(token, ids[2]!, { max_rating: '12' })).status).toBe(200);
    expect((await create(token)).reply.max_rating).toBe('12');
  });

  test('can be raised by a caller whose chosen profile may watch it', async () => {
    const { token, ids } = await build(household);
    const adult = (await choose(token, ids[0]!, PIN)).reply.token;
    expect((await update(adult, ids[1]!, { max_rating: '15' })).reply.max_rating).toBe('15');
    expect((await create(adult)).reply.max_rating).toBe('19');
  });

  test('can be lowered by anybody, and raised freely when no profile has a PIN', async () => {
    const { token, ids } = await build([{ maxRating: '19' }, { maxRating: '12' }]);
    expect((await update(token, ids[0]!, { max_rating: 'all' })).reply.max_rating).toBe('all');
    expect((await update(token, ids[0]!, { max_rating: '19' })).reply.max_rating).toBe('19');
  });
});

describe('deleting a profile', () => {
  test('revokes its tokens, ends its playback, and leaves the others unchanged', async () => {
    const { token, ids, profileToken, ...viewer } = await build([{}, {}]);
    const other = await server.signIn(viewer.email, 1);
    const { play_log_id: playLogId } = await server.openVideo({ ...viewer, token, profileToken });
    const { play_log_id: otherLogId } = await server.openVideo(other);
    expect((await remove(token, ids[0]!)).status).toBe(204);

    expect((await server.call(endpoints.getMyAccount, { token: profileToken })).error.code).toBe('TOKEN_INVALID');
    expect((await server.call(endpoints.getMyProfile, { token: other.profileToken })).status).toBe(200);
    const states = await server.db
      .selectFrom('play_logs')
      .select(['id', 'state'])
      .where('account_id', '=', viewer.accountId)
      .execute();
    expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [playLogId, 'deactivated'],
        [otherLogId, 'active'],
      ]),
    );
    expect(await list(token)).toMatchObject([{ id: ids[1], is_owner: true }]);
  });

  test('leaves no rows of concurrent calls behind', async () => {
    const author = await server.buildViewer();
    await server.call(endpoints.writeShortReview, {
      token: author.profileToken,
      params: { id: 1 },
      body: { short_review: '잘 봤어요' },
    });
    const review = await server.db.selectFrom('short_reviews').select('id').executeTakeFirstOrThrow();
    const { token, ids, profileToken, ...viewer } = await build([{}, {}]);
    const early = await server.openVideo({ ...viewer, token, profileToken }, 101);
    const late = await server.openVideo({ ...viewer, token, profileToken }, 102);
    server.clock.advance(60);
    const report = { total_play_time: '00:00:20', play_end_offset: '00:00:20', is_player_exit: true };
    const doings = [
      () => server.call(endpoints.rateItem, { token: profileToken, params: { id: 1 }, body: { score: 4 } }),
      () => server.call(endpoints.addWish, { token: profileToken, params: { id: 1 } }),
      () =>
        server.call(endpoints.writeShortReview, {
          token: profileToken,
          params: { id: 2 },
          body: { short_review: '재밌어요' },
        }),
      () => server.call(endpoints.likeShortReview, { token: profileToken, params: { id: review.id } }),
      ...[early, late].map(
        ({ play_log_id: id }) =>
          () =>
            server.call(endpoints.updatePlayLog, { token: profileToken, params: { id }, body: report }),
      ),
      () => server.call(endpoints.getVideo, { token: profileToken, params: { id: 103 }, query: { device: 'web' } }),
    ];

    let isRemoved = false;
    const removal = remove(token, ids[0]!).finally(() => (isRemoved = true));
    const answers = [];
    // One more call in every turn of the loop: some pass the check before the profile is removed, and write after it.
    for (let turn = 0; !isRemoved; turn += 1) {
      answers.push(doings[turn % doings.length]!());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await removal).status).toBe(204);
    for (const { status } of await Promise.all(answers)) expect(status).toBeLessThan(500);

    const left = async (table: 'ratings' | 'wishes' | 'short_reviews' | 'review_likes' | 'playback_offsets') =>
      (await server.db.selectFrom(table).select('profile_id').where('profile_id', '=', ids[0]!).execute()).length;
    expect(await left('ratings')).toBe(0);
    expect(await left('wishes')).toBe(0);
    expect(await left('short_reviews')).toBe(0);
    expect(await left('review_likes')).toBe(0);
    expect(await left('playback_offsets')).toBe(0);
    const figures = await server.db
      .selectFrom('item_figures')
      .select(['cnt_rating', 'sum_rating'])
      .where('cnt_rating', '<>', 0)
      .execute();
    expect(figures).toEqual([]);
    const playing = await server.db
      .selectFrom('play_logs')
      .select('id')
      .where('profile_id', '=', ids[0]!)
      .where('state', 'in', ['active', 'superseded'])
      .execute();
    expect(playing).toEqual([]);
  });

  test('a second deletion of a profile is NOT_FOUND', async () => {
    const { token, ids } = await build([{}, {}]);
    expect((await remove(token, ids[1]!)).status).toBe(204);
    expect((await remove(token, ids[1]!)).error.code).toBe('NOT_FOUND');
    expect((await choose(token, ids[1]!)).error.code).toBe('NOT_FOUND');
    expect((await remove(token, 'one')).error.code).toBe('VALIDATION_FAILED');
    expect((await remove(undefined, ids[0]!)).error.code).toBe('TOKEN_INVALID');
  });

  test('keeps the last one, even when all are deleted concurrently', async () => {
    const { token, ids } = await build([{}, {}, {}]);
    const answers = await Promise.all(ids.map((id) => remove(token, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(2);
    const [last] = answers.filter(({ status }) => status !== 204);
    expect([last!.status, last!.error.code]).toEqual([409, 'PROFILE_LAST']);
    expect(await list(token)).toHaveLength(1);
  });
});
