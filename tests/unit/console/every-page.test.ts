// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { emptyFields } from '#console/editing/schema.ts';
import {
  episodeFieldsSchema,
  formOf,
  productFieldsSchema,
  titleFieldsSchema,
} from '#server/catalogue/editing/edited-fields.ts';
import { pressAll, type Scene } from '#tests/support/console/press-all.ts';
import { answerOf, answerTo, NOW } from '#tests/support/console/world.ts';

/*
 * What each page of the console shows, offers and sends: every button is pressed and every form is filled in and sent, with
 * answers that say where each value comes from. The files in `pages/` hold what came of it; read their difference before you
 * take it over with `-u`. A press that is answered late, refused, or meets somebody else's change is in there too.
 */

// What charts and the navigation ask of a browser, and jsdom does not have.
vi.hoisted(() => {
  const nothing = () => undefined;
  window.matchMedia = () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }) as never;
  Element.prototype.scrollIntoView = nothing;
  const drawing: object = new Proxy(
    {},
    { get: (_, name) => (name === 'canvas' ? undefined : () => ({ width: 1 })), set: () => true },
  );
  HTMLCanvasElement.prototype.getContext = () => drawing as never;
  window.Path2D = class {
    constructor() {
      return drawing;
    }
  } as never;
  window.ResizeObserver = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  };
});
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const record = answerTo('getTitleRecord') as { id: number; episodes: { id: number }[]; products: object[] };
const fieldsOf = (schema: unknown, path: string, row: number) =>
  answerOf(schema as Parameters<typeof answerOf>[0], path, row);
const shownTitle = {
  ...record,
  fields: fieldsOf(titleFieldsSchema, 'title', 0),
  episodes: record.episodes.map((episode, index) => ({
    ...episode,
    is_removable: true,
    fields: fieldsOf(episodeFieldsSchema, `episode.${index}`, index),
  })),
  products: record.products.map((product, index) => ({
    ...product,
    fields: fieldsOf(productFieldsSchema, `product.${index}`, index),
  })),
};
const ANSWER_A_TITLE = ['getTitleRecord', 'changeTitle', 'orderEpisodes', 'changeEpisode', 'changeProducts'] as const;

/** A title's fields and forms, as the server describes them. */
const titleForms: Scene['answers'] = {
  getTitleForm: (usual: object) => ({
    ...usual,
    title: formOf(titleFieldsSchema),
    episode: formOf(episodeFieldsSchema),
    product: formOf(productFieldsSchema),
    new_title: emptyFields(formOf(titleFieldsSchema)),
  }),
  ...Object.fromEntries(ANSWER_A_TITLE.map((name) => [name, () => shownTitle])),
};

interface Inbox {
  readonly files: readonly { id: string }[];
  readonly proposals: readonly { episodes: readonly object[] }[];
}

const inbox: Scene['answers'] = {
  listMediaJobs: (usual: { results: object[] }) => ({
    ...usual,
    results: usual.results.map((job) => ({ ...job, use: 'episode' })),
  }),
  getInbox: (usual: Inbox) => ({
    ...usual,
    files: usual.files.map((file, index) => ({ ...file, state: index === 2 ? 'refused' : 'ready' })),
    proposals: [
      {
        ...usual.proposals[0]!,
        episodes: usual.proposals[0]!.episodes.map((episode, index) => ({
          ...episode,
          file_id: usual.files[index]!.id,
          number: 20 + index,
          is_sure: true,
          left_out_as: null,
        })),
      },
    ],
  }),
};

const TITLE = `titles/${record.id}`;
const PERSON = 'accounts/0b0d0000-0000-4000-8000-000000000007';
const SCENES: Readonly<Record<string, Scene>> = {
  overview: { at: 'overview' },
  viewing: { at: 'viewing' },
  'a viewed title': { at: 'viewing/1' },
  titles: { at: 'titles' },
  'a title': { at: TITLE, answers: titleForms },
  'a second title': { at: TITLE, answers: titleForms, row: 1, part: 'main .head' },
  'a third title': { at: TITLE, answers: titleForms, row: 2, isOnlyRead: true },
  'fields of a title': {
    at: `${TITLE}/fields`,
    answers: titleForms,
    typed: { '작품 이름': 'title.name' },
    without: /^내리기$/,
  },
  'pictures of a title': { at: `${TITLE}/pictures`, answers: titleForms, without: /^내리기$/ },
  'products of a title': { at: `${TITLE}/products`, answers: titleForms, without: /^내리기$/ },
  'the preview of a title': { at: `${TITLE}/preview`, answers: titleForms, without: /^내리기$/ },
  'an episode': {
    at: `${TITLE}/episodes/${record.episodes[1]!.id}`,
    answers: titleForms,
    typed: { '광고 위치': '2:30:00' },
    without: /^내리기$|styles\.[01]\.style 종류/,
  },
  'a new episode': { at: `${TITLE}/episodes/new`, answers: titleForms, without: /^내리기$/ },
  'a new title': { at: 'titles/new', answers: titleForms },
  looks: { at: 'looks', without: /모임|유료/ },
  media: { at: 'media', answers: inbox, untouched: /시작$/ },
  'episodes that came in': { at: 'media', answers: inbox, untouched: /시작$|쓰임|작품의 회차/, without: /./ },
  'the way in': {
    at: '',
    answers: { getConsoleSession: () => Response.json({ code: 'TOKEN_INVALID', message: '' }, { status: 401 }) },
  },
  'a link': { at: `link/${'a'.repeat(43)}`, typed: { 비밀번호: 'bora-typed-22' } },
  'the way out': { at: 'sessions', part: '.me' },
  'sessions of an editor': { at: 'sessions', role: 'editor' },
  accounts: { at: 'accounts' },
  'an account': { at: PERSON, typed: { '이용자의 이메일': 'getsupportedaccount.email@bora.example' } },
  'a second account': { at: PERSON, row: 1, part: '#membership ~ .card-row' },
  'a third account': { at: PERSON, row: 2, isOnlyRead: true },
  import: { at: 'accounts/import', answers: { importAccounts: (usual: object) => ({ ...usual, next: null }) } },
  reviews: { at: 'reviews' },
  requests: { at: 'requests' },
  advertisements: { at: 'advertisements' },
  'an advertisement': { at: 'advertisements/0b0d0000-0000-4000-8000-000000000007' },
  'a second advertisement': { at: 'advertisements/0b0d0000-0000-4000-8000-000000000007', row: 1 },
  'a third advertisement': { at: 'advertisements/0b0d0000-0000-4000-8000-000000000007', row: 2, isOnlyRead: true },
  memberships: { at: 'shop' },
  products: { at: 'shop/products' },
  vouchers: { at: 'shop/vouchers' },
  sales: { at: 'shop/sales' },
  service: { at: 'service' },
  'a second service': { at: 'service', row: 1 },
  'a third service': { at: 'service', row: 2, isOnlyRead: true },
  staff: { at: 'staff' },
  automation: { at: 'automation' },
  sessions: { at: 'sessions' },
  audit: { at: 'audit' },
};

const called = new Set<string>();
test.each(Object.entries(SCENES))('what is shown, offered and sent is as recorded: %s', async (name, scene) => {
  const { lines, calls } = await pressAll(scene);
  for (const call of calls) called.add(call);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`pages/${name.replaceAll(' ', '-')}.txt`);
});

/** Acts that begin with a decoded picture, a video, a read subtitle or a provider: stories in a browser do them. */
const NEED_A_BROWSER = [
  ...['setTitlePicture', 'setEpisodePicture', 'addSubtitle', 'addSound'],
  ...['correctReadLines', 'publishReading', 'removeReading', 'confirmConsoleSession'],
];

test('each call that changes something is made by one of the pages', () => {
  const writing = Object.entries(consoleEndpoints).filter(
    ([name, { method }]) => method !== 'GET' && !/^export/.test(name),
  );
  const missing = writing.map(([name]) => name).filter((name) => !called.has(name));
  expect(missing.sort()).toEqual(NEED_A_BROWSER.sort());
});
