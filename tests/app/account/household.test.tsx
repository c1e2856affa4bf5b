import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listHomeRows } from '#contract/home.ts';
import { signIn } from '#src/api/accounts.ts';
import { createProfile, openProfile } from '#src/api/profiles.ts';
import { DEMO, startApp, type RunningApp } from '#tests/support/app/app.tsx';
import { NEWCOMER_PASSWORD, openSettings, startAsNewcomer } from '#tests/support/newcomer.ts';

/** The demo account with its child's profile, whose age limit is 12. */
async function startAsChild(hash: string, screenName: string) {
  const app = startApp({ hash });
  await app.reach('sign-in');
  const { token } = await signIn(app.api, DEMO.email, DEMO.password, { platform: 'web' });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('profiles');
  await goTo(app, 'right', /^하늘이/);
  await app.press('ok');
  await app.reach(screenName);
  return app;
}

/** Moves down a list to its end. @returns the accessible names of its rows */
async function walkDown(app: RunningApp, list: HTMLElement) {
  const names: string[] = [];
  for (let before = ''; before !== app.focusKey(); await app.press('down')) {
    before = app.focusKey() ?? '';
    expect(list).toContainElement(app.focused());
    names.push(app.focused().getAttribute('aria-label') ?? '');
  }
  return names;
}

/** Moves to a tile or row with a matching name. */
async function goTo(app: RunningApp, key: 'up' | 'down' | 'right', name: RegExp) {
  for (let step = 0; step < 8 && !name.test(app.focused().getAttribute('aria-label') ?? ''); step += 1)
    await app.press(key);
  expect(app.focused()).toHaveAccessibleName(name);
}

test('the settings of a limited profile offer only permitted changes and keep the focus', async () => {
  const app = await startAsChild('#/settings', 'settings');
  const account = await screen.findByRole('group', { name: '계정' });
  await app.press('right');
  const rows = await walkDown(app, account);
  expect(rows).toContainEqual(expect.stringContaining('이 TV에서 로그아웃'));
  expect(rows.at(-1)).toBe(
    '연령 제한이 있는 프로필이에요, 비밀번호와 다른 기기, 데이터와 탈퇴는 성인 프로필에서 관리할 수 있어요.',
  );
  expect(rows.join()).not.toMatch(/비밀번호 바꾸기|모든 기기에서/);
  await app.press('ok');
  expect(app.focusKey()).toBe('settings/account/limited');

  await app.press('left', 'down');
  const profiles = await screen.findByRole('group', { name: '프로필' });
  await app.press('right');
  expect((await walkDown(app, profiles)).join()).not.toContain('프로필 추가');
  const pressable = within(profiles).getAllByRole('button');
  expect(pressable.map((row) => row.textContent)).toEqual([expect.stringContaining('하늘이')]);

  await app.press('left', 'down');
  const devices = await screen.findByRole('group', { name: '로그인한 기기' });
  await app.press('right');
  expect((await walkDown(app, devices)).at(-1)).toContain('다른 기기는 성인 프로필에서');
  expect(within(devices).getAllByRole('button')).toHaveLength(1);
});

test('the editor of a limited profile explains its fixed age limit and sets its PIN', async () => {
  const app = await startAsChild('#/settings', 'settings');
  await app.press('down');
  await screen.findByRole('group', { name: '프로필' });
  await app.press('right');
  await goTo(app, 'down', /하늘이/);
  await app.press('ok');
  await app.reach('profile-edit');
  const rows = await walkDown(app, screen.getByRole('group', { name: '프로필 관리' }));
  expect(rows).toEqual([
    '이름, 하늘이',
    expect.stringMatching(/^그림/),
    '연령 제한, 12세 이하, 성인 프로필에서 바꿀 수 있어요.',
    '하루 시청 시간, 제한 없음, 성인 프로필에서 바꿀 수 있어요.',
    '취침 시간, 사용 안 함, 성인 프로필에서 바꿀 수 있어요.',
    expect.stringMatching(/^PIN, 사용 안 함/),
    expect.stringMatching(/^추천에 쓰기, 사용 중/),
    '다 했어요',
  ]);
  await app.press('up', 'up', 'up', 'up', 'up', 'ok');
  expect(app.focusKey()).toBe('profile-edit/age');
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.press('down', 'down', 'down', 'ok');
  expect(screen.getByRole('dialog', { name: /새 PIN/ })).toBeVisible();
  await app.press('back');
  expect(app.focusKey()).toBe('profile-edit/pin');
  await app.press('back');
  await app.reach('settings');
  expect(app.focused()).toHaveAccessibleName(/하늘이/);
});

test('the address of a new profile redirects a limited profile', async () => {
  const app = await startAsChild('#/profiles/new', 'home');
  expect(app.focused()).toBeVisible();
});

test('a limited profile sees where a title can be bought instead of an offer', async () => {
  // The demo account owns every title for sale below 19.
  const app = await startAsNewcomer('no-shop@bora.example', { hash: `#/items/${DEMO.twelveWavesFilm}` }, 'item');
  expect(app.focused()).toHaveAccessibleName(/^대여 /);
  const { id } = await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: '12' });
  const { token, profile } = await openProfile(app.api, id, null);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  await act(async () => void (window.location.hash = `#/items/${DEMO.twelveWavesFilm}`));
  await app.reach('item');
  expect(app.focused()).toHaveAccessibleName('성인 프로필에서 구매');
  expect(screen.queryByRole('button', { name: /^(대여|구매) / })).toBeNull();
  await app.press('ok');
  const dialog = screen.getByRole('dialog', { name: '성인 프로필에서 구매할 수 있어요' });
  expect(dialog).toContainElement(app.focused());
  await app.press('ok');
  expect(app.focusKey()).toBe('item/primary');
  await app.press('down', 'ok');
  expect(screen.getByRole('dialog', { name: '성인 프로필에서 구매할 수 있어요' })).toBeVisible();
  await app.press('back');
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  expect(screen.queryByText('대여 · 구매', { selector: 'h2' })).toBeNull();
});

test("a refusal by the server shows the server's message", async () => {
  const app = await startAsChild('#/home', 'home');
  const refusal = await createProfile(app.api, { name: '하나 더', default_image_id: 1 }).catch((error: Error) => error);
  expect(refusal).toMatchObject({ code: 'RATING_RESTRICTED', message: '연령 제한이 있는 프로필에서는 할 수 없어요.' });
});

test("the owner removes a forgotten PIN with the account's password", async () => {
  const app = await startAsNewcomer('forgotten-pin@bora.example');
  await createProfile(app.api, { name: '둘째', default_image_id: 3, pin: '1234' });
  await openSettings(app);
  await app.press('down');
  await screen.findByRole('group', { name: '프로필' });
  await app.press('right');
  await goTo(app, 'down', /둘째/);
  await app.press('ok');
  await screen.findByRole('dialog', { name: '둘째 PIN 입력' });
  for (let step = 0; step < 6 && app.focusKey() !== 'pin/forgotten'; step += 1) await app.press('down');
  await app.press('ok');
  expect(await screen.findByText('둘째 프로필의 PIN 없애기')).toBeVisible();
  await app.press('back');
  await screen.findByRole('dialog', { name: '둘째 PIN 입력' });
  for (let step = 0; step < 6 && app.focusKey() !== 'pin/forgotten'; step += 1) await app.press('down');
  await app.press('ok');

  await app.press('fast-forward');
  expect(screen.getByRole('alert')).toHaveTextContent('계정 비밀번호를 입력해 주세요.');
  await act(async () => app.platform.type(`${NEWCOMER_PASSWORD}x`));
  await app.press('fast-forward');
  expect(await screen.findByText('비밀번호가 맞지 않아요.')).toBeVisible();
  await act(async () => app.platform.typeBackspace());
  await app.press('fast-forward');
  expect(await screen.findByText('둘째 프로필의 PIN을 없앴어요.')).toBeVisible();
  await waitFor(() => expect(app.focusKey()).toMatch(/^profile-edit\//));
  const list = screen.getByRole('group', { name: '프로필 관리' });
  expect(within(list).getByRole('button', { name: /^PIN, 사용 안 함/ })).toBeVisible();
  expect(list).toContainElement(app.focused());
  await app.press('back');
  await app.reach('settings');
  expect(app.focused()).toHaveAccessibleName(/^둘째/);
});

/** Focus keys of home's tiles, each with its row. */
const homeTiles = () =>
  Array.from(document.querySelectorAll<HTMLElement>('main [data-focus-key*="/item:"]'), ({ dataset }) =>
    dataset['focusKey']?.split('/item:'),
  ) as [rowId: string, itemId: string][];

test('home shows no title above a new age limit when the viewer returns', async () => {
  const app = await startAsNewcomer('lower-limit@bora.example');
  await openSettings(app);
  await goTo(app, 'down', /^프로필/);
  await app.press('right', 'ok');
  await app.reach('profile-edit');
  await goTo(app, 'down', /^연령 제한/);
  await app.press('ok');
  await screen.findByRole('dialog');
  await goTo(app, 'up', /^전체/);
  await app.press('ok');
  await waitFor(() => expect(app.stores.session.getState().lastProfile?.profile.max_rating).toBe('all'));

  const release = app.wire.hold(/home\/v1\/rows/);
  await app.press('back');
  await app.reach('settings');
  await app.press('back');
  await waitFor(() => expect(document.querySelector('main')).toHaveAttribute('data-screen', 'home'));
  expect(homeTiles()).toEqual([]);
  await act(async () => release());
  await waitFor(() => expect(homeTiles()).not.toEqual([]));
  const { results } = await app.api.call(listHomeRows, {});
  const allowed = results.flatMap(({ id, results: tiles }) =>
    tiles.map((tile) => ('id' in tile ? `${id} ${tile.id}` : id)),
  );
  for (const [rowId, itemId] of homeTiles()) expect(allowed).toContain(`${rowId} ${itemId}`);
});
