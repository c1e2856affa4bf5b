import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { startAtHome } from '#tests/support/app/app.tsx';
import { createSamsungSet } from '../certification/set.ts';

const keyOf = (id: string) => document.querySelector<HTMLElement>(`[data-focus-key="search/keyboard/${id}"]`);

test('Back to the search finds the keyboard with the chosen letters', async () => {
  const app = await startAtHome();
  const pressUntil = async (key: RemoteKey, wanted: RegExp) => {
    for (let press = 0; press < 12 && !wanted.test(app.focusKey() ?? ''); press += 1) await app.press(key);
    expect(app.focusKey()).toMatch(wanted);
  };
  await act(async () => void (window.location.hash = '#/search'));
  await app.reach('search');
  expect(keyOf('q')).toBeNull();
  await act(async () => keyOf('layer-latin')!.click());
  expect(keyOf('q')).not.toBeNull();

  await pressUntil('left', /^navigation\//);
  await pressUntil('down', /^navigation\/settings$/);
  await app.press('ok');
  await app.reach('settings');
  await app.press('back');
  await app.reach('search');
  expect(keyOf('q')).not.toBeNull();
});

/** Opens the search by voice, which types the words. */
async function searchFor(words: string) {
  const platform = createSamsungSet({ version: '6.0' });
  const app = await startAtHome({ platform, hash: '#/home' });
  await app.reach('home');
  await waitFor(() => expect(platform.set.say('onupdatestate')).toBe('Home'));
  await act(async () => platform.set.say('onsearch', { utterance: `${words} 검색해 줘`, title: words }));
  await app.reach('search');
  return app;
}

test('a slip finds the title, and the screen says which name it understood', async () => {
  await searchFor('막차는 눈은 싣고');
  await screen.findByText(/^‘막차는 눈을 싣고’를 찾았어요 \d+개$/);
  expect(screen.getByRole('button', { name: /^막차는 눈을 싣고/ })).toBeVisible();
});

test('when nothing is found, the nearest names lead to their titles', async () => {
  const app = await searchFor('막차는 비행기를 타고 떠나요');
  await screen.findByText(/맞는 작품이 없어요/);
  const near = screen.getByRole('button', { name: '혹시 이 작품인가요? 막차는 눈을 싣고' });
  await act(async () => near.click());
  await app.reach('item');
});

test('a proposal shows the titles about it, and all results again', async () => {
  await searchFor('로봇');
  const tag = await screen.findByRole('button', { name: /^태그 로봇, 작품 \d+개$/ });
  await act(async () => tag.click());
  await screen.findByText(/^‘로봇’ 작품 \d+개$/);
  expect(screen.getByRole('button', { name: /^태그 로봇/ })).toHaveAttribute('aria-pressed', 'true');
  await act(async () => screen.getByRole('button', { name: /^태그 로봇/ }).click());
  await screen.findByText(/^‘로봇’ 검색 결과 \d+개$/);
});

test('an episode is found by its name, and plays', async () => {
  const app = await searchFor('생일 케이크 배달');
  const episode = await screen.findByRole('button', { name: /생일 케이크 배달, 재생$/ });
  await act(async () => episode.click());
  await app.reach('player');
});

test('when nothing is found, a title that can be requested leads to its page', async () => {
  const app = await searchFor('막차는 비행기를 타고 떠나요');
  await screen.findByText('요청할 수 있는 작품');
  await act(async () => screen.getByRole('button', { name: /^태엽도시 연대기/ }).click());
  await app.reach('item');
  expect(await screen.findByRole('button', { name: /^검토 중이에요/ })).toBeVisible();
});
