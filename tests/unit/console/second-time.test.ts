// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { File } from 'node:buffer';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstPosters } from '#console/editing/first-poster.tsx';
import { click, openPage } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';
import { layWire, settle, type Wire, type WireOptions } from '#tests/support/console/wire.ts';
import { answerTo } from '#tests/support/console/world.ts';

/* What an operator does a second time has nothing of the first. */

drawWithoutBrowser();
beforeEach(() => {
  URL.createObjectURL = () => 'blob:a';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => void vi.restoreAllMocks());

async function open(name: string, answers: WireOptions['answers'] = {}): Promise<Wire> {
  const scene = SCENES[name]!;
  const wire = layWire({ ...scene, answers: { ...scene.answers, ...answers } });
  await openPage(scene, wire);
  return wire;
}
const press = (name: RegExp | string, wire: Wire) => click(screen.getByRole('button', { name }), wire);
const fileField = (label?: string) =>
  label === undefined
    ? document.querySelector<HTMLInputElement>('input[type="file"]')!
    : screen.getByLabelText<HTMLInputElement>(label);

async function choose(file: File, field: HTMLInputElement, wire: Wire) {
  await act(async () => {
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    fireEvent.change(field);
  });
  await settle(wire);
}

test('another table of people can be brought in after the first one', async () => {
  const wire = await open('import');
  const table = (name: string) => new File(['email\n'], name, { type: 'text/csv' });
  await choose(table('a.csv'), fileField(), wire);
  await press(/명 가져오기$/, wire);
  expect(screen.getByText(/명을 가져왔어요/)).toBeDefined();
  await choose(table('b.csv'), fileField(), wire);
  expect(screen.queryByText(/명을 가져왔어요/)).toBeNull();
  expect(screen.getByRole('button', { name: /명 가져오기$/ })).toBeDefined();
});

test('a subtitle is added after the file dialog of another one was left', async () => {
  const wire = await open('an episode');
  const menu = screen.getAllByRole('button', { name: /subtitles\.\d\.label 작업$/ }).at(0)!;
  await click(menu, wire);
  await click(screen.getByRole('menuitem', { name: '파일 바꾸기' }), wire);
  await press('자막 더하기', wire);
  await choose(new File(['1\n'], 'lines.srt'), fileField('자막 파일'), wire);
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: '더하기' })).toBeDefined();
});

test('the poster that was chosen with a new title is cut once', async () => {
  const { id } = answerTo('getTitleRecord') as { id: number };
  firstPosters.set(id, new globalThis.File(['a'], 'a.png', { type: 'image/png' }));
  const wire = await open('pictures of a title');
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: '그만두기' }), wire);
  await open('pictures of a title');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that came in since the page was read is not sent again', async () => {
  const start = vi.spyOn(Upload.prototype, 'start').mockReturnValue();
  const file = new File(['frames'], 'fox.mkv', { lastModified: 1_700_000_000_000 });
  const inbox = answerTo('getInbox') as { files: object[] };
  const received = {
    ...{ ...inbox.files[0]!, origin: 'upload', state: 'ready', kind: 'video', path: file.name },
    ...{ bytes: file.size, modified_at: new Date(file.lastModified).toISOString() },
  };
  let files: object[] = [];
  const wire = await open('media', { getInbox: () => ({ ...inbox, files, proposals: [] }) });
  files = [received];
  await choose(file, fileField(), wire);
  expect(await screen.findByText('이미 올린 파일 1개는 뺐어요.')).toBeDefined();
  expect(start).not.toHaveBeenCalled();
});

test('Enter before the results of a word opens nothing when more letters follow', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const wire = await open('titles', { listTitleChoices: (usual: object) => held.then(() => usual) });
  await press(/^바로 가기/, wire);
  const field = screen.getByRole('searchbox', { name: '화면이나 작품' });
  const type = (value: string) => act(async () => void fireEvent.input(field, { target: { value } }));
  await type('여우');
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  await type('여우비');
  letGo();
  await settle(wire);
  expect(window.location.hash).toBe('#/titles');
  expect(within(screen.getByRole('dialog')).getByText('listTitleChoices.0.name')).toBeDefined();
});
