import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTitleEpisode, createTitle, type EditedTitle } from '#contract/console/title-editing.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createArt } from '#server/catalogue/pictures/art.ts';
import { findVersion } from '#server/catalogue/store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildTitleFields } from '#tests/support/server/server-records.ts';

const NAME = '비밀스러운 신작';
const EPISODE_NUM = '비밀 1화';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let viewer: Viewer;
let draft: EditedTitle;
let episodeId: number;

beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  editor = await members.buildMember('editor');
  viewer = await server.buildViewer();
  const made = await members.call(createTitle, editor, { body: { fields: buildTitleFields({ name: NAME }) } });
  const added = await members.call(addTitleEpisode, editor, {
    params: { id: made.reply.id },
    body: {
      fields: {
        episode_num: EPISODE_NUM,
        subject: NAME,
        synopsis: NAME,
        clip: 'short',
        access: 'free',
        ad_breaks: [],
        published_at: '2026-11-01T00:00:00Z',
      },
    },
  });
  draft = added.reply;
  episodeId = draft.episodes[0]!.id;
});
afterAll(() => server.close());

const keysOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/** Every GET of the contract that takes an id or a word, asked for a title and an episode. */
function callsFor(titleId: number, ofEpisode: number): string[] {
  const calls = Object.values(endpoints as Record<string, Endpoint>).flatMap(({ method, path, query }) => {
    if (method !== 'GET') return [];
    return [titleId, ofEpisode].flatMap((id) => {
      const search = new URLSearchParams();
      for (const key of keysOf(query)) {
        if (key.includes('episode')) search.set(key, String(ofEpisode));
        else if (key.includes('item') || key === 'ids') search.set(key, String(titleId));
        else if (key === 'keyword') search.set(key, NAME.slice(0, 3));
      }
      return [`${path.replace(/:\w+/g, String(id))}?${search.toString()}`];
    });
  });
  return [...new Set(calls)];
}

const FILES = ['poster.svg', 'wide.svg', 'backdrop.svg', 'tile.jpg', 'poster.webp', 'wide.webp', 'backdrop.webp'];
const picturesOf = (titleId: number, ofEpisode: number) =>
  [...FILES, `episode-${ofEpisode}.svg`].map((name) => `/art/own/title-${titleId}/${name}`);

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await server.app.inject({ url, headers });
  return { statusCode, body };
};
const asViewer = () => ({ authorization: `Bearer ${viewer.profileToken}` });

/** What strangers and viewers get for the draft is what they get for ids that do not exist. */
async function expectSecret() {
  const asked = [...picturesOf(draft.id, episodeId), ...callsFor(draft.id, episodeId)];
  const absent = [...picturesOf(draft.id + 50, episodeId + 50), ...callsFor(draft.id + 50, episodeId + 50)];
  for (const headers of [{}, asViewer()]) {
    for (const [index, url] of asked.entries()) {
      const [found, none] = [await get(url, headers), await get(absent[index]!, headers)];
      expect([url, found.body.includes(NAME) || found.body.includes(EPISODE_NUM)]).toEqual([url, false]);
      expect([url, found.statusCode]).toEqual([url, none.statusCode]);
    }
  }
  // The pictures that the record names, wherever they are.
  const { poster, wide, backdrop } = await server.db
    .selectFrom('items')
    .select(['poster', 'wide', 'backdrop'])
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow();
  for (const path of [poster, wide, backdrop])
    expect([path, (await get(`/art/${path}`)).statusCode]).toEqual([path, 404]);
}

async function decide(action: 'publish' | 'unpublish') {
  const { title } = (await members.call(getOperatedTitle, editor, { params: { id: draft.id } })).reply;
  const params = { kind: 'title', id: draft.id };
  const changed = await members.call(changeRelease, editor, { params, body: { action, version: title.version } });
  expect(changed.status).toBe(200);
}

test('strangers and viewers learn nothing of a title before it is published and after it is withdrawn', async () => {
  const [poster, still] = [
    `/art/own/title-${draft.id}/poster.svg`,
    `/art/own/title-${draft.id}/episode-${episodeId}.svg`,
  ];
  await expectSecret();
  await decide('publish');
  for (const url of [poster, still]) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
  await decide('unpublish');
  await expectSecret();
});

test('the console gets signed addresses of the pictures of a draft, which end', async () => {
  const url = new URL(draft.pictures.poster).pathname;
  const { statusCode, headers, body } = await server.app.inject(url);
  expect([statusCode, headers['cache-control'], body.includes(NAME)]).toEqual([200, 'private, no-cache', true]);
  expect((await get(url.replace('poster', 'wide'))).statusCode).toBe(404);
  expect((await get(url.replace(/(\/-\/\d+)/, (start) => start.slice(0, -1) + '9'))).statusCode).toBe(404);
  server.clock.advance(24 * 3600);
  expect((await get(url)).statusCode).toBe(404);
});

test('the picture of a coming episode of a published title is public at its time', async () => {
  const daySeconds = 24 * 3600;
  const at = new Date(server.clock.now().getTime() + daySeconds * 1000);
  const later = 'pictures/poster-later.webp';
  const change = { published_at: at, thumbnail: later };
  await server.db.updateTable('episodes').set(change).where('id', '=', 103).execute();
  const art = createArt({
    db: server.db,
    clock: server.clock,
    findVersion: () => findVersion(server.db),
    findFile: () => Promise.resolve(true),
  });
  expect(await art.find(later)).toBe('draft');
  server.clock.advance(daySeconds);
  expect(await art.find(later)).toBe('public');
});
