// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { inboxFileSchema, type InboxFile } from '#contract/console/inbox.ts';
import { getOperatedTitle, operatedEpisodeSchema } from '#contract/console/titles.ts';
import { episodeTracksSchema, examinedSubtitleSchema } from '#contract/console/tracks.ts';
import { LoneSubtitle } from '#console/pages/inbox/lone-subtitle.tsx';
import { sampleOf } from '#tests/support/sample.ts';

// What dialogs ask of a page, and jsdom does not have.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});
const CSS_OF_PAGE = globalThis.CSS;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('CSS', CSS_OF_PAGE);
});

const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const file: InboxFile = {
  ...(sampleOf(inboxFileSchema) as InboxFile),
  ...{ id: IDS[0], origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.idx', missing: null },
};
const track = (lang: string) => ({
  ...{ lang, role: 'subtitle', label: lang, is_pictures: true, cnt_cue: 2, cnt_beyond: 0 },
  ...{ first_seconds: 1, last_seconds: 50, sample: [], questions: [] },
});
const tracks = { ...(sampleOf(episodeTracksSchema) as object), duration: 60, version: 'v' };
const title = sampleOf(getOperatedTitle.reply) as object;
const episodes = [{ ...(sampleOf(operatedEpisodeSchema) as object), id: 7 }];

/** Gives the file to the episode that its name says. @returns what was sent, without what was read */
async function give(langs: readonly string[]) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://console');
    const path = pathname.split('/').slice(4).join('/');
    if (method !== 'GET') sent.push(`${method} ${path} ${searchParams.get('file_id') ?? ''}`.trim());
    if (method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
    if (path.endsWith('/subtitle/')) {
      const episode = { id: 7, episode_num: '1화', title: { id: 3, name: '여우' } };
      return Promise.resolve(Response.json({ name: '01.idx', file_ids: IDS, episode }));
    }
    if (path.endsWith('/examine/')) {
      const found = { format: 'vobsub', encoding: null, notices: [], tracks: langs.map(track) };
      return Promise.resolve(Response.json(examinedSubtitleSchema.parse(found)));
    }
    if (path.startsWith('episodes/7/')) return Promise.resolve(Response.json(tracks));
    return Promise.resolve(Response.json({ ...title, episodes }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isOpen = true;
  const sheet = createElement(LoneSubtitle, { file, onClose: () => (isOpen = false) });
  await act(async () => void render(createElement(QueryClientProvider, { client }, sheet)));
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await act(async () => void fireEvent.click(button));
  };
  await press('다음');
  await press('더하기');
  await waitFor(() => expect(isOpen).toBe(false));
  return sent.filter((one) => !one.includes('/examine/'));
}

const ADDED = `POST episodes/7/subtitles/ ${IDS[0]}`;

test('both files of a subtitle leave the inbox once it was added, and their bytes are not sent again', async () => {
  const sent = await give(['ko']);
  expect(sent).toEqual([ADDED, ...IDS.map((id) => `DELETE media/inbox/${id}/`)]);
});

test('files with several languages stay, because the others may be added too', async () => {
  expect(await give(['ko', 'en'])).toEqual([ADDED]);
});
