// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createElement, createRef } from 'react';
import { Upload } from 'tus-js-client';
import { afterEach, expect, test, vi } from 'vitest';
import { ClipPlayer } from '#console/editing/clip-player.tsx';
import { sendFiles, stopFile, useSentFiles } from '#console/lib/uploads.ts';
import { BulkSheet } from '#console/pages/bulk/bulk-sheet.tsx';
import { InboxSection } from '#console/pages/inbox/inbox.tsx';
import { answerTo } from '#tests/support/console/world.ts';

/* What begins on a page of the console and goes on: it cannot be left half done, and ends with its part of the page. */

vi.hoisted(() => vi.stubGlobal('CSS', { escape: (text: string) => text }));
const CSS_OF_PAGE = globalThis.CSS;
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a change of many titles cannot be left while it is under way', async () => {
  vi.stubGlobal('CSS', CSS_OF_PAGE);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const onClose = vi.fn();
  const titles = [{ id: 1, name: '여우비' }];
  const sheet = createElement(BulkSheet, { act: 'unpublish', titles, onClose, onDone: () => undefined });
  render(createElement(QueryClientProvider, { client: new QueryClient() }, sheet));
  expect(screen.getByRole('button', { name: '그만두기' })).toBeDefined();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '1개 바꾸기' })));
  await screen.findByRole('progressbar');
  expect(screen.queryByRole('button', { name: '그만두기' })).toBeNull();
  await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
  expect(onClose).not.toHaveBeenCalled();
});

test('the player of a clip is destroyed with its part of the page', async () => {
  const { default: shaka } = await import('shaka-player');
  const attach = vi.spyOn(shaka.Player.prototype, 'attach').mockResolvedValue(undefined);
  const load = vi.spyOn(shaka.Player.prototype, 'load').mockResolvedValue(undefined);
  const destroy = vi.spyOn(shaka.Player.prototype, 'destroy').mockResolvedValue(undefined);
  const streams = [{ protocol: 'dash' as const, url: 'https://media.example/a.mpd', drm: null }];
  const { unmount } = render(
    createElement(ClipPlayer, { video: createRef<HTMLVideoElement>(), streams: streams as never }),
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledWith('https://media.example/a.mpd'));
  expect(attach).toHaveBeenCalledOnce();
  expect(destroy).not.toHaveBeenCalled();
  unmount();
  expect(destroy).toHaveBeenCalledOnce();
});

test('a clip that is left while its player loads gets no player', async () => {
  const { default: shaka } = await import('shaka-player');
  const attach = vi.spyOn(shaka.Player.prototype, 'attach').mockResolvedValue(undefined);
  const streams = [{ protocol: 'dash' as const, url: 'https://media.example/a.mpd', drm: null }];
  const clip = createElement(ClipPlayer, { video: createRef<HTMLVideoElement>(), streams: streams as never });
  render(clip).unmount();
  await import('shaka-player');
  await new Promise((resolve) => setTimeout(resolve));
  expect(attach).not.toHaveBeenCalled();
});

test('a file that this page sends is in the list of incoming files once', async () => {
  vi.stubGlobal('CSS', CSS_OF_PAGE);
  vi.spyOn(Upload.prototype, 'start').mockReturnValue();
  vi.spyOn(Upload.prototype, 'abort').mockResolvedValue();
  const file = new File(['frames'], 'fox.mkv', { lastModified: 1_700_000_000_000 });
  const inbox = answerTo('getInbox') as { files: { id: string }[] };
  const known = {
    ...{ ...inbox.files[0]!, origin: 'upload', state: 'receiving', kind: 'video' },
    ...{ path: file.name, bytes: file.size, modified_at: new Date(file.lastModified).toISOString() },
  };
  vi.stubGlobal('fetch', async () => Response.json({ ...inbox, files: [known], proposals: [] }));
  sendFiles([file], [known as never]);
  let keys: number[] = [];
  const Keys = () => ((keys = useSentFiles().map(({ key }) => key)), null);
  const page = createElement('div', {}, createElement(InboxSection), createElement(Keys));
  await act(async () => void render(createElement(QueryClientProvider, { client: new QueryClient() }, page)));
  const list = await screen.findByRole('list', { name: '들어오는 파일' });
  await screen.findByText(/남은 자리/);
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('fox.mkv')]);
  await act(async () => Promise.all(keys.map(stopFile)).then(() => undefined));
});
