import { afterAll, beforeAll, describe, test } from 'vitest';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { getModeratedReview, judgeReview } from '#contract/console/reviews.ts';
import {
  addTitleEpisode,
  changeProducts,
  changeTitle,
  createTitle,
  getTitleRecord,
  removeTitle,
  type EditedTitle,
} from '#contract/console/title-editing.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createMembers, type ConsoleCallOptions, type Member } from '#tests/support/console.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildTitleFields } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const call = <const E extends ConsoleEndpoint>(endpoint: E, options: ConsoleCallOptions = {}) =>
  members.call(endpoint, owner, options);

describe('one of two calls about a title comes first:', () => {
  const releaseOf = async (id: number) => (await call(getOperatedTitle, { params: { id } })).reply.title;
  const EPISODE = {
    episode_num: '1화',
    subject: '첫 만남',
    synopsis: '둘이 만난다.',
    clip: 'short',
    access: 'free',
    ad_breaks: [],
    published_at: '2026-11-01T00:00:00Z',
  };
  const created = async () => (await call(createTitle, { body: { fields: buildTitleFields() } })).reply;
  const change = ({ id, version, fields }: EditedTitle, changes: object) =>
    call(changeTitle, { params: { id }, body: { version, fields: { ...fields, ...changes } } });
  const addEpisode = ({ id }: EditedTitle) => call(addTitleEpisode, { params: { id }, body: { fields: EPISODE } });
  /** A title with an episode, and the version of the decision that hides it. */
  interface Decided extends EditedTitle {
    release: string | null;
  }
  const decided = async (): Promise<Decided> => {
    const title = await created();
    await addEpisode(title);
    const release = (await releaseOf(title.id)).version;
    server.clock.advance(1);
    return { ...title, release };
  };
  const publish = ({ id, release: version }: Decided) =>
    call(changeRelease, { params: { kind: 'title', id }, body: { action: 'publish', version } });
  const read = async ({ id }: EditedTitle) => {
    const record = await call(getTitleRecord, { params: { id } });
    if (record.status === 404) return 'gone';
    const { fields, episodes, products } = record.reply;
    const { state } = await releaseOf(id);
    return [fields['name'], fields['director'], episodes.length, products.length, state];
  };

  test('two editors change it from one version', () =>
    inEveryOrder<EditedTitle>({
      fresh: created,
      one: (title) => change(title, { name: '하나' }),
      other: (title) => change(title, { director: '다른' }),
      read,
      serially: [
        [200, 'CHANGED_MEANWHILE'],
        ['CHANGED_MEANWHILE', 200],
      ],
    }));

  test('two editors set its products from one version', () => {
    const sell = ({ id, products_version: version }: EditedTitle, name: string) => {
      const fields = { episode_id: null, name, kind: 'own', rental_hours: null, price: 9000 };
      return call(changeProducts, { params: { id }, body: { version, products: [{ id: null, fields }] } });
    };
    return inEveryOrder<EditedTitle>({
      fresh: created,
      one: (title) => sell(title, '소장'),
      other: (title) => sell(title, '또 소장'),
      read,
      serially: [
        [200, 'CHANGED_MEANWHILE'],
        ['CHANGED_MEANWHILE', 200],
      ],
    });
  });

  test('an editor changes it, and another adds an episode', () =>
    inEveryOrder<EditedTitle>({
      fresh: created,
      one: (title) => change(title, { name: '하나' }),
      other: addEpisode,
      read,
      serially: [
        [200, 201],
        [200, 201],
      ],
    }));

  test('two editors add an episode at its end', () =>
    inEveryOrder<EditedTitle>({
      fresh: created,
      one: addEpisode,
      other: addEpisode,
      read,
      serially: [
        [201, 201],
        [201, 201],
      ],
    }));

  test('an editor removes it, and another adds an episode', () =>
    inEveryOrder<EditedTitle>({
      fresh: created,
      one: ({ id }) => call(removeTitle, { params: { id } }),
      other: addEpisode,
      read,
      serially: [
        [204, 'NOT_FOUND'],
        [204, 201],
      ],
    }));

  test('an editor removes it, and another publishes it', () =>
    inEveryOrder<Decided>({
      fresh: decided,
      one: ({ id }) => call(removeTitle, { params: { id } }),
      other: publish,
      read,
      serially: [
        [204, 'NOT_FOUND'],
        ['REFUSED', 200],
      ],
    }));

  test('an editor publishes it, and another schedules it, from one version', () =>
    inEveryOrder<Decided>({
      fresh: decided,
      one: publish,
      other: ({ id, release: version }) => {
        const at = new Date(server.clock.now().getTime() + 3600_000).toISOString();
        return call(changeRelease, { params: { kind: 'title', id }, body: { action: 'schedule', at, version } });
      },
      read,
      serially: [
        [200, 'CHANGED_MEANWHILE'],
        ['CHANGED_MEANWHILE', 200],
      ],
    }));
});

describe('one of two calls about a review comes first:', () => {
  /** A review that an operator has looked at. */
  interface Judged {
    writer: Viewer;
    reader: Viewer;
    id: string;
    version: string;
  }
  const TITLE = 3;
  const write = ({ profileToken: token }: Viewer, text: string) =>
    server.call(endpoints.writeShortReview, { token, params: { id: TITLE }, body: { short_review: text } });
  const looked = async (): Promise<Judged> => {
    const [writer, reader] = [await server.buildViewer(), await server.buildViewer()];
    const { id } = (await write(writer, '범인은 집사예요')).reply!;
    const { version } = (await call(getModeratedReview, { params: { id } })).reply;
    server.clock.advance(1);
    return { writer, reader, id, version };
  };
  const hide = ({ id, version }: Judged) =>
    call(judgeReview, { params: { id }, body: { action: 'hide', version, reported_at: null } });
  /** The text that the reader sees. */
  const seen = async ({ reader: { profileToken: token }, id }: Judged) => {
    const query = { sort: 'recent', limit: 100 };
    const { results } = (await server.call(endpoints.listShortReviews, { token, params: { itemId: TITLE }, query }))
      .reply;
    return results.find((review) => review.id === id)?.short_review;
  };

  test('an operator hides it, and its author changes it', () =>
    inEveryOrder<Judged>({
      fresh: looked,
      one: hide,
      other: ({ writer }) => write(writer, '집사는 착해요'),
      read: seen,
      serially: [
        [200, 200],
        ['CHANGED_MEANWHILE', 200],
      ],
    }));

  test('an operator hides it, and its author deletes it', () =>
    inEveryOrder<Judged>({
      fresh: looked,
      one: hide,
      other: ({ writer }) => write(writer, ''),
      read: seen,
      serially: [
        [200, 204],
        ['NOT_FOUND', 204],
      ],
    }));

  test('an operator hides it, and a reader likes it', () =>
    inEveryOrder<Judged>({
      fresh: looked,
      one: hide,
      other: ({ reader: { profileToken: token }, id }) =>
        server.call(endpoints.likeShortReview, { token, params: { id } }),
      read: async (state) => [
        await seen(state),
        (await server.call(endpoints.getMyShortReview, { token: state.writer.profileToken, params: { id: TITLE } }))
          .reply?.cnt_like,
      ],
      serially: [
        [200, 'NOT_FOUND'],
        [200, 200],
      ],
    }));
});
