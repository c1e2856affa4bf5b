// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MOST_SAVED_LINES, type ReadingLines } from '#contract/console/readings.ts';
import type { EpisodeSubtitle, EpisodeTracks, SubtitleReading } from '#contract/console/tracks.ts';
import { writeDraft } from '#console/editing/drafts.ts';
import { draftKeyOf, ReadLinesSheet } from '#console/editing/tracks/read-lines.tsx';
import { canRead, isBehindText, readerHint, readingText } from '#console/editing/tracks/reading-texts.ts';

// What dialogs ask of a page, and jsdom does not have.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});
const CSS_OF_PAGE = globalThis.CSS;

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.stubGlobal('CSS', CSS_OF_PAGE);
});

const subtitle: EpisodeSubtitle = {
  ...{ id: 'p.vtt', lang: 'ko', role: 'subtitle', label: '한국어 (그림)', url: '', is_pictures: true },
};
const reading: SubtitleReading = {
  ...{ id: 'r', subtitle_id: 'p.vtt', state: 'read', failure: null, cnt_line: 4, cnt_read: 4, cnt_doubtful: 2 },
};
const tracksWith = (changes: Partial<EpisodeTracks>): EpisodeTracks => ({
  ...{ episode_id: 1, clip_id: 'c', version: 'v', duration: 60, is_own: true, cnt_episode: 1, renditions: null },
  ...{ sounds: [], can_change_sounds: true, chapters: [], sound_jobs: [], streams: [] },
  ...{ reader: { langs: ['ko'] }, readings: [], subtitles: [subtitle] },
  ...changes,
});

describe('the correction of what was read', () => {
  const line = (position: number, text: string) => ({
    ...{ position, start_seconds: position * 10, end_seconds: position * 10 + 2, text, confidence: 40 },
    ...{ cell: { sheet: 1, x: 0, y: 54, width: 960, height: 52 }, is_checked: false },
  });
  const found: ReadingLines = {
    ...{ count: 2, cnt_line: 4, cnt_doubtful: 2, sheets: ['/media/disc-1.webp'] },
    results: [line(1, '안닝'), line(3, '네')],
  };

  async function open() {
    const sent: { method: string; address: string; body: unknown }[] = [];
    vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
      sent.push({ method, address, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined });
      if (method === 'PUT') return Promise.resolve(new Response(null, { status: 204 }));
      return Promise.resolve(Response.json(address.includes('/lines/') ? found : tracksWith({ readings: [reading] })));
    });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const tracks = tracksWith({ readings: [reading] });
    const sheet = createElement(ReadLinesSheet, { episodeId: 1, tracks, reading, subtitle, onClose: () => undefined });
    await act(async () => void render(createElement(QueryClientProvider, { client }, sheet)));
    return sent;
  }
  const field = (time: string) => screen.findByLabelText<HTMLTextAreaElement>(`${time}의 글자`);
  const type = async (time: string, value: string) => {
    const typed = await field(time);
    await act(async () => void fireEvent.change(typed, { target: { value } }));
  };
  const enter = async (time: string, keys: object = {}) => {
    const typed = await field(time);
    await act(async () => void fireEvent.keyDown(typed, { key: 'Enter', ...keys }));
  };

  test('shows the doubtful lines beside their pictures, and saves those that were changed or agreed to', async () => {
    const sent = await open();
    expect(sent[0]!.address).toContain('only=doubtful');
    const picture = await screen.findByRole('img', { name: '0:10의 그림' });
    expect(picture.style).toMatchObject({ backgroundPosition: '0px -54px', transform: 'scale(0.5)' });
    (await field('0:10')).focus();
    await type('0:10', '안녕');
    await enter('0:10');
    expect(document.activeElement).toBe(await field('0:30'));
    await enter('0:30');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '저장' })));
    const lines = [
      { position: 1, text: '안녕' },
      { position: 3, text: '네' },
    ];
    expect(sent.filter(({ method }) => method === 'PUT')).toMatchObject([{ body: { lines } }]);
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('saves more lines than one call takes', async () => {
    const fields = Object.fromEntries(Array.from({ length: MOST_SAVED_LINES + 1 }, (_, position) => [position, '네']));
    writeDraft(draftKeyOf('r'), { version: '', base: {}, fields });
    const sent = await open();
    const save = await screen.findByRole('button', { name: '저장' });
    await act(async () => void fireEvent.click(save));
    const saved = sent.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { lines: [] }).lines.length);
    expect(saved).toEqual([MOST_SAVED_LINES, 1]);
  });

  test('breaks a line by Shift and Enter, and leaves the Enter of an input method alone', async () => {
    await open();
    (await field('0:10')).focus();
    await enter('0:10', { shiftKey: true });
    await enter('0:10', { isComposing: true });
    expect(document.activeElement).toBe(await field('0:10'));
    expect(screen.queryByText(/저장하지 않은 줄/)).toBeNull();
  });

  test('has what was typed also when the page was left without saving', async () => {
    await open();
    await type('0:10', '안녕');
    cleanup();
    await open();
    expect((await field('0:10')).value).toBe('안녕');
    expect(screen.getByText('저장하지 않은 줄 1개')).toBeDefined();
  });
});

describe('what the page of an episode says of reading', () => {
  test.each([
    [{ state: 'waiting' }, '차례를 기다려요'],
    [{ state: 'reading', cnt_line: 2000, cnt_read: 160 }, '읽는 중 160/2,000줄'],
    [{ state: 'read' }, '4줄을 읽었어요. 확인할 줄 2개'],
    [{ state: 'read', cnt_doubtful: 0 }, '4줄을 읽었어요'],
    [{ state: 'failed', failure: 'READER_STUCK' }, '글자를 읽는 프로그램이 계속 멈춰서 그만뒀어요.'],
  ] as const)('%j is "%s"', (changes, text) => {
    expect(readingText({ ...reading, ...changes })).toBe(text);
  });

  test('pictures can be read once, of an own video, in a language that is here', () => {
    expect(canRead(tracksWith({}), subtitle)).toBe(true);
    expect(canRead(tracksWith({ readings: [reading] }), subtitle)).toBe(false);
    expect(canRead(tracksWith({ is_own: false }), subtitle)).toBe(false);
    expect(canRead(tracksWith({ reader: null }), subtitle)).toBe(false);
    expect(canRead(tracksWith({}), { ...subtitle, lang: 'ja' })).toBe(false);
    expect(canRead(tracksWith({}), { ...subtitle, lang: 'ko-KR' })).toBe(true);
    expect(canRead(tracksWith({}), { ...subtitle, is_pictures: false })).toBe(false);
  });

  test('what is missing is named with the command that installs it', () => {
    expect(readerHint(tracksWith({}))).toBeUndefined();
    expect(readerHint(tracksWith({ reader: null }))).toMatch(/^한국어 .*apt install tesseract-ocr tesseract-ocr-kor$/);
    expect(readerHint(tracksWith({ subtitles: [{ ...subtitle, lang: 'ja' }] }))).toMatch(/tesseract-ocr-jpn$/);
    expect(readerHint(tracksWith({ subtitles: [{ ...subtitle, lang: 'und' }] }))).toMatch(/한국어, 일본어, 영어/);
    expect(readerHint(tracksWith({ reader: null, subtitles: [] }))).toBeUndefined();
  });

  test('pictures are behind a text of their language and kind', () => {
    const text = { ...subtitle, id: 't.vtt', is_pictures: false };
    expect(isBehindText(tracksWith({ subtitles: [subtitle, text] }), subtitle)).toBe(true);
    expect(isBehindText(tracksWith({ subtitles: [subtitle, { ...text, role: 'forced' }] }), subtitle)).toBe(false);
    expect(isBehindText(tracksWith({ subtitles: [subtitle, text] }), text)).toBe(false);
  });
});
