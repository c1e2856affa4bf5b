import { afterAll, beforeAll, describe, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { signedReturn, type IdentityOutcome } from '#server/providers/identity.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { createMeetings, type Meeting } from '#tests/support/meetings.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, PIN, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { TEST_IDENTITY } from '#tests/support/server/test-identity.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const { onTwoDevices, family, keep, works, watch, plays, video, update, remove, enter } = createMeetings(() => server);
const profilesOf = async ({ token }: Viewer) => (await server.call(endpoints.listProfiles, { token })).reply.results;

describe('one of two calls comes first:', () => {
  test('a profile gets a PIN, and another device gets its token without one', () =>
    inEveryOrder<Meeting>({
      fresh: onTwoDevices,
      one: ({ viewer }) => update(viewer, viewer, { pin: PIN }),
      other: (state) => keep(state, enter(state.there)),
      read: works,
      serially: [
        [200, 'PIN_INVALID'],
        [200, 200],
      ],
    }));

  test('two devices set the first PIN of a profile', () =>
    inEveryOrder<Meeting>({
      fresh: onTwoDevices,
      one: ({ viewer }) => update(viewer, viewer, { pin: '1111' }),
      other: ({ there }) => update(there, there, { pin: '2222' }),
      read: async ({ viewer }) => (await enter(viewer, '1111')).status,
      serially: [
        [200, 'TOKEN_INVALID'],
        ['TOKEN_INVALID', 200],
      ],
    }));

  test('a profile is removed, and opens a video', () =>
    inEveryOrder<Meeting>({
      fresh: family,
      one: ({ viewer, there }) => remove(viewer, there),
      other: (state) => watch(state),
      read: plays,
      serially: [
        [204, 'TOKEN_INVALID'],
        [204, 200],
      ],
    }));

  test('the age limit of a profile is lowered, and it opens a video beyond', () =>
    inEveryOrder<Meeting>({
      fresh: family,
      one: ({ viewer, there }) => update(viewer, there, { max_rating: '12' }),
      other: (state) => watch(state, 501),
      read: plays,
      serially: [
        [200, 'RATING_RESTRICTED'],
        [200, 200],
      ],
    }));

  test.each([2, 3])('two of %i profiles remove each other', (count) =>
    inEveryOrder<Meeting>({
      fresh: () => family(Array(count).fill({})),
      one: ({ viewer, there }) => remove(viewer, there),
      other: ({ viewer, there }) => remove(there, viewer),
      read: async ({ viewer }) => (await profilesOf(viewer)).map(({ name, is_owner: isOwner }) => [name, isOwner]),
      serially: [
        [204, 'TOKEN_INVALID'],
        ['TOKEN_INVALID', 204],
      ],
    }),
  );

  test('two devices create the last profile that an account may have', () => {
    const create = ({ token }: Viewer, name: string) =>
      server.call(endpoints.createProfile, { token, body: { name, default_image_id: 1 } });
    return inEveryOrder<Meeting>({
      fresh: () => onTwoDevices({ profiles: [{}, {}, {}, {}] }),
      one: ({ viewer }) => create(viewer, '하나'),
      other: ({ there }) => create(there, '다른'),
      read: async ({ viewer }) => (await profilesOf(viewer)).map(({ name }) => name).sort(),
      serially: [
        [201, 'PROFILE_LIMIT'],
        ['PROFILE_LIMIT', 201],
      ],
    });
  });

  test('the owner gives more time twice', () => {
    const more = ({ there: { profileToken: token } }: Meeting) =>
      server.call(endpoints.addWatchTime, { token, body: { pin: PIN } });
    return inEveryOrder<Meeting>({
      fresh: async () => {
        const state = await family([{ hasPin: true }, { maxRating: '12' }]);
        await update(state.viewer, state.there, { daily_minutes: 1 });
        return state;
      },
      one: more,
      other: more,
      read: async ({ there }) => (await video(there)).reply.watch_seconds_left,
      serially: [
        [200, 200],
        [200, 200],
      ],
    });
  });

  test('a device is signed out by another, and opens a video', () =>
    inEveryOrder<Meeting & { id: string }>({
      fresh: async () => {
        const state = await onTwoDevices();
        const { results } = (await server.call(endpoints.listDeviceSessions, { token: state.there.token })).reply;
        return { ...state, id: results.find(({ is_current: isCurrent }) => isCurrent)!.id };
      },
      one: ({ viewer, id }) => server.call(endpoints.removeDeviceSession, { token: viewer.token, params: { id } }),
      other: (state) => watch(state),
      read: plays,
      serially: [
        [204, 'TOKEN_INVALID'],
        [204, 200],
      ],
    }));

  test('an adult proves their age, and a minor does not', () => {
    interface Asked {
      viewer: Viewer;
      id: string;
      /** The query of the provider's page. */
      page: URLSearchParams;
    }
    const pathOf = (url: string) => url.replace('http://bora.test', '');
    const settle = async ({ page }: Asked, outcome: IdentityOutcome) => {
      const given = { returnUrl: page.get('return_url')!, secret: TEST_IDENTITY.secret };
      const url = signedReturn({ ...given, at: server.clock.now().getTime() }, { state: page.get('state')!, outcome });
      return { status: (await createPhone(server.app).open(pathOf(url))).statusCode };
    };
    return inEveryOrder<Asked>({
      fresh: async () => {
        const viewer = await server.buildViewer({ identity_proved_at: null });
        const { id, url } = (await server.call(endpoints.beginIdentityCheck, { token: viewer.token })).reply;
        const { document } = await createPhone(server.app).open(pathOf(url!));
        const { searchParams } = new URL(document.querySelector('a.button')!.getAttribute('href')!);
        return { viewer, id: id!, page: searchParams };
      },
      one: (asked) => settle(asked, 'adult'),
      other: (asked) => settle(asked, 'minor'),
      read: async ({ viewer, id }) => {
        const { reply } = await server.call(endpoints.getIdentityCheck, { token: viewer.token, params: { id } });
        return [reply.status, (await video(viewer, 601)).status];
      },
      serially: [
        [303, 303],
        [303, 303],
      ],
    });
  });
});
