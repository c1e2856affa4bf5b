import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, PIN, SIBLING_PIN, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

describe('the profiles of an account', () => {
  test('are listed in order of creation, without their PINs', async () => {
    const { token } = await server.buildViewer({
      profiles: [{ name: '보라' }, { name: '아빠', hasPin: true }, { name: '하늘이', maxRating: '12' }],
    });
    const { reply } = await server.call(endpoints.listProfiles, { token });
    expect(reply.count).toBe(3);
    expect(
      reply.results.map(({ name, max_rating, has_pin, is_owner }) => [name, max_rating, has_pin, is_owner]),
    ).toEqual([
      ['보라', '19', false, true],
      ['아빠', '19', true, false],
      ['하늘이', '12', false, false],
    ]);
    expect(reply.results[0]?.image_url).toBe('http://bora.test/art/pictures/profile-1.webp');
    expect(JSON.stringify(reply)).not.toContain('argon2');
  });

  test('are hidden from callers without a token', async () => {
    expect((await server.call(endpoints.listProfiles)).error.code).toBe('TOKEN_INVALID');
  });

  test('have pictures to choose from', async () => {
    const { token } = await server.buildViewer();
    const { reply } = await server.call(endpoints.listProfileImages, { token });
    expect(reply).toEqual({
      count: 2,
      results: [
        { id: 1, name: '그림 1', url: 'http://bora.test/art/pictures/profile-1.webp' },
        { id: 2, name: '그림 2', url: 'http://bora.test/art/pictures/profile-2.webp' },
      ],
    });
  });
});

describe('choosing a profile', () => {
  const choose = (token: string, id: string, pin?: string) =>
    server.call(endpoints.getProfileToken, {
      token,
      params: { id },
      headers: pin === undefined ? {} : { 'x-profile-pin': pin },
    });

  test('gives a profile token', async () => {
    const { token, profileId } = await server.buildViewer();
    const { reply } = await choose(token, profileId);
    expect(reply.profile.id).toBe(profileId);
    expect((await server.call(endpoints.getMyProfile, { token: reply.token })).reply).toEqual(reply.profile);
  });

  test('two choices of a profile give two tokens that both work', async () => {
    const { token, profileId } = await server.buildViewer();
    const one = (await choose(token, profileId)).reply.token;
    const other = (await choose(token, profileId)).reply.token;
    for (const each of [one, other])
      expect((await server.call(endpoints.getMyProfile, { token: each })).status).toBe(200);
  });

  test('keeps the twenty newest tokens of a device', async () => {
    const { token, profileId } = await server.buildViewer();
    const tokens: string[] = [];
    for (let choices = 0; choices < 21; choices += 1) {
      server.clock.advance(1);
      tokens.push((await choose(token, profileId)).reply.token);
    }
    const statuses = await Promise.all(
      tokens.map(async (one) => (await server.call(endpoints.getMyProfile, { token: one })).status),
    );
    expect(statuses).toEqual([401, ...Array<number>(20).fill(200)]);
  });

  test('accepts another profile’s token', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
    expect((await choose(viewer.profileToken, results[1]!.id)).status).toBe(200);
  });

  test('a choice of a profile with a malformed id is refused', async () => {
    const { token } = await server.buildViewer();
    expect((await choose(token, 'one')).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { id: expect.any(Array) },
    });
  });

  test('repeated choices on one device keep only the newest tokens', async () => {
    const viewer = await server.buildViewer();
    const elsewhere = await server.signIn(viewer.email);
    for (let times = 0; times < 25; times += 1) {
      server.clock.advance(1);
      await choose(viewer.token, viewer.profileId);
    }
    const { count } = await server.db
      .selectFrom('tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', viewer.accountId)
      .where('profile_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(20 + 1);
    expect((await server.call(endpoints.getMyProfile, { token: elsewhere.profileToken })).status).toBe(200);
    expect((await server.call(endpoints.getMyAccount, { token: viewer.token })).status).toBe(200);
  });

  describe('choosing a profile with a PIN', () => {
    const buildLocked = async () => {
      const viewer = await server.buildViewer({ profiles: [{}, { hasPin: true }] });
      const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
      return { viewer, token: viewer.token, id: results[1]!.id };
    };

    test('requires the PIN', async () => {
      const { token, id } = await buildLocked();
      const { status, error } = await choose(token, id);
      expect([status, error.code]).toEqual([403, 'PIN_INVALID']);
      expect((await choose(token, id, PIN)).status).toBe(200);
    });

    test('does not count a call without a PIN as a guess', async () => {
      const { token, id } = await buildLocked();
      for (let times = 0; times < 6; times += 1) expect((await choose(token, id)).error.code).toBe('PIN_INVALID');
      expect((await choose(token, id, PIN)).status).toBe(200);
    });

    test('slows down after three wrong PINs, also for the right one, and longer each time', async () => {
      const { viewer, token, id } = await buildLocked();
      const sibling = await server.buildSibling(viewer);
      for (const wait of [undefined, undefined, '5']) {
        const { status, error, headers } = await choose(token, id, '0000');
        expect([status, error.code, headers['retry-after']]).toEqual([403, 'PIN_INVALID', wait]);
      }
      const slowed = await choose(token, id, PIN);
      expect([slowed.status, slowed.error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(slowed.headers['retry-after']).toBe('5');
      // Each profile has its own count.
      expect((await choose(token, sibling.profileId, SIBLING_PIN)).status).toBe(200);
      expect((await choose(token, id, PIN)).headers['retry-after']).toBe('5');

      server.clock.advance(5);
      expect((await choose(token, id, '0000')).error.code).toBe('PIN_INVALID');
      expect((await choose(token, id, PIN)).headers['retry-after']).toBe('10');

      server.clock.advance(10);
      expect((await choose(token, id, PIN)).status).toBe(200);
      expect((await choose(token, id, '0000')).error.code).toBe('PIN_INVALID');
      expect((await choose(token, id, PIN)).status).toBe(200);
    });

    test('counts concurrent guesses', async () => {
      const { token, id } = await buildLocked();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => choose(token, id, String(1000 + index))),
      );
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    });

    test.each(['', '12', '12345', 'abcd', '４３２１', 'x'.repeat(1000)])('rejects %j', async (pin) => {
      const { token, id } = await buildLocked();
      expect((await choose(token, id, encodeURIComponent(pin))).error.code).toBe('PIN_INVALID');
    });
  });
});
