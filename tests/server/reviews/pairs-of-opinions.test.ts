import { afterAll, beforeAll, describe, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { createMeetings, type Meeting } from '#tests/support/meetings.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const { onTwoDevices, watch, report, video, update, remove } = createMeetings(() => server);

/** Both calls succeed in either order. */
const BOTH = [
  [200, 200],
  [200, 200],
] as const;

describe('one of two devices of a profile comes first:', () => {
  const ITEM = 2;
  const EPISODE = 201;
  const of = ({ profileToken: token }: Viewer, id: number | string = ITEM) => ({ token, params: { id } });
  const rate = (viewer: Viewer, score: number) => server.call(endpoints.rateItem, { ...of(viewer), body: { score } });
  const unrate = (viewer: Viewer) => server.call(endpoints.unrateItem, of(viewer));

  test('it rates a title, and takes the rating back', () =>
    inEveryOrder<Meeting>({
      fresh: async () => {
        const state = await onTwoDevices();
        await rate(state.viewer, 2);
        return state;
      },
      one: ({ viewer }) => rate(viewer, 5),
      other: ({ there }) => unrate(there),
      // The figures of all ratings, with the own one and without: those of lists are some seconds old.
      read: async (state) => {
        const { my } = (await server.call(endpoints.getItem, of(state.viewer))).reply;
        const stranger = (await unrate(await server.buildViewer())).reply;
        return [my?.rating, stranger.avg_rating, stranger.cnt_rating, (await unrate(state.viewer)).reply];
      },
      serially: [...BOTH],
      isQueued: true,
    }));

  /** A playback of the other device that runs for a minute. */
  const playing = async () => {
    const state = await onTwoDevices();
    await watch(state, EPISODE);
    server.clock.advance(60);
    return state;
  };
  const placeOf = async ({ viewer }: Meeting) => {
    const { profileToken: token } = viewer;
    const query = { item_id: ITEM, show_playback_offset: 'true' };
    const [episode] = (await server.call(endpoints.listEpisodes, { token, query })).reply.results;
    const history = (await server.call(endpoints.listHistory, { token })).reply.results;
    return [episode!.playback_offset?.offset, episode!.is_watched, history.map(({ play_time: time }) => time)];
  };
  const marks = {
    'marks an episode as watched': (viewer: Viewer) => server.call(endpoints.markWatched, of(viewer, EPISODE)),
    'removes an episode from its history': (viewer: Viewer) =>
      server.call(endpoints.removeHistory, of(viewer, EPISODE)),
  };

  test.each(Object.entries(marks))('it %s, and reports that it plays', (_name, mark) =>
    inEveryOrder<Meeting>({
      fresh: async () => {
        const state = await playing();
        await report(state, 20);
        return state;
      },
      one: ({ viewer }) => mark(viewer),
      other: (state) => report(state, 40),
      read: placeOf,
      serially: [...BOTH],
    }),
  );

  test('it opens another video, and reports the one before', () =>
    inEveryOrder<Meeting>({
      fresh: playing,
      one: ({ there }) => video(there, 102),
      other: (state) => report(state, 40),
      read: placeOf,
      serially: [
        [200, 'PLAYBACK_EXPIRED'],
        [200, 200],
      ],
    }));
});

describe('one of two people comes first:', () => {
  const TITLE = 3;
  /** A review of `viewer`, and a reader of another account. */
  interface Reviewed extends Meeting {
    id: string;
  }
  const write = ({ profileToken: token }: Viewer, text: string) =>
    server.call(endpoints.writeShortReview, { token, params: { id: TITLE }, body: { short_review: text } });
  const reviewed = async (): Promise<Reviewed> => {
    const [viewer, there] = [await server.buildViewer({ profiles: [{}, {}] }), await server.buildViewer()];
    return { viewer, there, id: (await write(viewer, '잘 봤어요')).reply!.id };
  };
  const like = ({ profileToken: token }: Viewer, { id }: Reviewed) =>
    server.call(endpoints.likeShortReview, { token, params: { id } });
  const unlike = ({ profileToken: token }: Viewer, { id }: Reviewed) =>
    server.call(endpoints.unlikeShortReview, { token, params: { id } });
  /** The likes of the review and its author's name, as the reader sees them. */
  const seen = async ({ there, id }: Reviewed) => {
    const query = { sort: 'recent', limit: 100 };
    const asked = { token: there.profileToken, params: { itemId: TITLE }, query };
    const { results } = (await server.call(endpoints.listShortReviews, asked)).reply;
    const found = results.find((review) => review.id === id);
    return found && [found.cnt_like, found.i_like, found.profile.name];
  };

  test('a reader likes a review on one device, and unlikes it on another', () =>
    inEveryOrder<Reviewed>({
      fresh: reviewed,
      one: (state) => like(state.there, state),
      other: (state) => unlike(state.there, state),
      read: seen,
      serially: [...BOTH],
      isQueued: true,
    }));

  test('two readers like a review', () =>
    inEveryOrder<Reviewed>({
      fresh: reviewed,
      one: (state) => like(state.viewer, state),
      other: (state) => like(state.there, state),
      read: seen,
      serially: [...BOTH],
      isQueued: true,
    }));

  test('an author deletes a review, and a reader likes it', () =>
    inEveryOrder<Reviewed>({
      fresh: reviewed,
      one: ({ viewer }) => write(viewer, ''),
      other: (state) => like(state.there, state),
      read: async (state) => [await seen(state), (await write(state.viewer, '다시 봤어요')).reply!.cnt_like],
      serially: [
        [204, 'NOT_FOUND'],
        [204, 200],
      ],
    }));

  test('an author deletes a review, and a reader reports it', () =>
    inEveryOrder<Reviewed>({
      fresh: reviewed,
      one: ({ viewer }) => write(viewer, ''),
      other: ({ there: { profileToken: token }, id }) =>
        server.call(endpoints.reportShortReview, { token, params: { id }, body: { reason: 'spoiler' } }),
      read: seen,
      serially: [
        [204, 'NOT_FOUND'],
        [204, 204],
      ],
    }));

  test('a profile gets another name, and writes a review', () =>
    inEveryOrder<Reviewed>({
      fresh: reviewed,
      one: ({ viewer }) => update(viewer, viewer, { name: '새 이름' }),
      other: ({ viewer }) => write(viewer, '한 번 더 봤어요'),
      read: seen,
      serially: [...BOTH],
    }));

  test('a profile is removed, and likes the review of somebody else', () =>
    inEveryOrder<Reviewed & { sister: Viewer }>({
      fresh: async () => {
        const state = await reviewed();
        const { viewer, there } = state;
        // The reader reviews, and a second profile of the first account likes.
        const { id } = (await write(there, '또 봤어요')).reply!;
        return { ...state, id, sister: await server.signIn(viewer.email, 1) };
      },
      one: ({ viewer, sister }) => remove(viewer, sister),
      other: (state) => like(state.sister, state),
      read: seen,
      serially: [
        [204, 'TOKEN_INVALID'],
        [204, 200],
      ],
    }));
});
