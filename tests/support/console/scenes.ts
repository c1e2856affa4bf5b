import { emptyFields } from '#console/editing/schema.ts';
import {
  episodeFieldsSchema,
  formOf,
  productFieldsSchema,
  titleFieldsSchema,
} from '#server/catalogue/editing/edited-fields.ts';
import type { Scene } from './press-all.ts';
import { answerOf, answerTo } from './world.ts';

/* The pages of the console, and what their server answers. */

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

/** A new title and one of the catalogue whose files leave no doubt. */
const sureInbox: Scene['answers'] = {
  ...inbox,
  getInbox: (usual: Inbox) => ({
    ...usual,
    files: usual.files.map((file) => ({ ...file, state: 'ready', problem: null })),
    proposals: usual.proposals.slice(0, 2).map((proposal, at) => ({
      ...{ ...proposal, ...(at === 0 && { title: null, facts: [] }) },
      episodes: usual.files.slice(at, at + 1).map(({ id }) => ({
        ...proposal.episodes[0]!,
        ...{ file_id: id, number: 30 + at, is_unsure: false, is_taken: false, left_out_as: null },
      })),
    })),
  }),
};

const TITLE = `titles/${record.id}`;
const PERSON = 'accounts/0b0d0000-0000-4000-8000-000000000007';
export const SCENES: Readonly<Record<string, Scene>> = {
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
  'titles that leave no doubt': { at: 'media', answers: sureInbox, untouched: /시작$|쓰임|작품의 회차/, without: /./ },
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
