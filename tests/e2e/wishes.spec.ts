import { endpoints } from '#contract/endpoints.ts';
import { callAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import { DEMO } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/* What viewers of anime ask for most, by the remote alone. */

test('alerts, marks, hidden titles and the sleep timer are a few keys away', async ({ home: tv }) => {
  const { page } = tv;

  // An alert leads to its title, and Back to the alert.
  await tv.goTo('/notifications', 'notifications');
  const alert = await tv.focusKey();
  expect(alert).toMatch(/^notifications\/list\/0\//);
  await tv.press('ok');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('notifications');
  expect(await tv.focusKey()).toBe(alert);

  // Hiding a title is undone with the next press; all its episodes are marked at once.
  await tv.goTo('/items/107', 'item');
  await tv.pressUntil('right', /^item\/more$/);
  await tv.press('ok');
  await tv.pressUntil('right', /^details\/menu$/);
  await tv.press('ok');
  const hide = page.getByRole('switch', { name: /^이 작품 숨기기/ });
  await expect(hide).toBeFocused();
  for (const isHidden of [true, false]) {
    await tv.press('ok');
    await expect(hide).toHaveAttribute('aria-checked', String(isHidden));
  }
  await tv.pressUntil('down', /^item-menu\/watched$/);
  await tv.press('ok');
  await expect(page.getByText('모든 회차 본 것으로 표시했어요.')).toBeVisible();
  expect(await tv.focusKey()).toBe('item/more');

  // Marked episodes are in the history; the player's menu has the sleep timer.
  await tv.goTo('/library', 'library');
  await tv.press('right');
  await expect.poll(tv.focusKey).toBe('library/shelves/history');
  await tv.goTo(`/play/${DEMO.lastTrainFirst}`, 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0);
  await tv.pressUntil('down', /^player\/menu:/);
  await tv.pressUntil('right', /^player\/menu:settings$/);
  await tv.press('ok');
  await tv.pressUntil('down', /^menu\/sleep$/, 20);
  await tv.press('right');
  await expect(page.getByRole('spinbutton', { name: '취침 타이머' })).toHaveAttribute('aria-valuetext', '이 화까지');
  // The end of the episode ends the playback, whatever is open.
  await page.evaluate(() => {
    const video = document.querySelector('video')!;
    video.currentTime = video.duration - 1.5;
  });
  await tv.reach('home');
  await expect(page.getByText('취침 타이머로 재생을 마쳤어요')).toBeVisible();
});

test('dubs are found by filter and by word, and a review is reported and its author blocked', async ({ tv }) => {
  const { page } = tv;
  await tv.toHome();
  await tv.goTo('/browse', 'browse');
  await tv.pressUntil('right', /^browse\/tracks$/);
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '음성·자막' })).toBeVisible();
  await tv.pressUntil('right', /audio:ko\/dub$/);
  await tv.press('ok');
  await expect(page.getByRole('button', { name: '음성·자막: 한국어 더빙' })).toBeFocused();
  await tv.reach('browse');
  await tv.pressUntil('down', /item:\d+$/);
  const dubbed = page.locator(':focus');
  const name = (await dubbed.getAttribute('aria-label')) ?? '';
  await tv.press('ok');
  await tv.reach('item');
  await expect(page.getByText('더빙', { exact: true }).first()).toBeVisible();
  await tv.press('back');
  await tv.reach('browse');
  await expect(dubbed).toHaveAttribute('aria-label', name);
  await tv.goTo('/search', 'search');
  // 더빙, by the keys of a Korean keyboard.
  await page.keyboard.type('ejqld');
  await expect(page.getByText(/^‘더빙’ 검색 결과 \d+개$/)).toBeVisible();

  await tv.goTo(`/items/${DEMO.lanternFox}/reviews`, 'reviews');
  await expect(page.locator(':focus')).toHaveAccessibleName(/공감 \d+개/);
  const author = /^([^,]+),/.exec((await page.locator(':focus').getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const hold = async () => {
    await page.keyboard.down('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.up('Enter');
  };
  await hold();
  await tv.press('ok', 'ok');
  await expect(page.getByText('신고했어요. 운영자가 확인할게요.')).toBeVisible();
  await hold();
  await tv.press('down', 'ok', 'right', 'ok');
  await expect(page.getByRole('button', { name: new RegExp(`^${author},`) })).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveAccessibleName(/공감 \d+개/);
});

test('a forgotten PIN goes by phone, and a child’s time ends gently until the owner adds more', async ({
  tv,
  server,
  browser,
}) => {
  const { page } = tv;
  const { accountToken: token, profile: owner } = await signInAt(server.url);
  const call = callAt(server.url);
  const { results } = (await call(endpoints.listProfiles, { token })).reply;
  const child = results.find(({ max_rating: limit }) => limit === '12')!;
  await call(endpoints.updateProfile, {
    token: owner.token,
    params: { id: child.id },
    body: { daily_minutes: 1 },
  });
  const { token: childToken } = (await call(endpoints.getProfileToken, { token, params: { id: child.id } })).reply;
  const watched = await openVideoAt(server.url, childToken, DEMO.lastTrainFirst);
  await reportAt(server.url, childToken, watched.play_log_id, {
    total_play_time: '00:01:00',
    play_end_offset: '00:00:00',
    is_player_exit: true,
  });

  await tv.signIn();
  await tv.press('right', 'ok');
  const asked = page.waitForResponse(/\/forgotten_pin\/$/);
  await tv.pressUntil('down', /^pin\/forgotten$/);
  await tv.press('ok');
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const { url } = (await (await asked).json()) as { url: string };
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto(url);
  await phone.getByLabel('이메일').fill(DEMO.email);
  await phone.getByLabel('비밀번호').fill(DEMO.password);
  await phone.getByRole('button', { name: '로그인하고 PIN 없애기' }).click();
  await expect(phone.getByRole('heading', { name: 'PIN을 없앴어요' })).toBeVisible();
  await expect(page.getByRole('button', { name: '아빠', exact: true })).toBeFocused();

  await tv.press('right', 'ok');
  await tv.reach('home');
  await tv.goTo(`/play/${DEMO.lastTrainFirst}`);
  await expect(page.getByRole('dialog', { name: '오늘은 여기까지 볼게요' })).toBeVisible();
  await tv.press('right', 'ok');
  // The phone types the account's password, too.
  const card = page.getByRole('complementary', { name: '휴대폰으로 입력' });
  const code = (await card.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? '';
  await phone.goto(`${server.url}/input?code=${code}`);
  await phone.getByLabel('계정 비밀번호').fill(DEMO.password);
  await phone.getByRole('button', { name: '30분 더 보기' }).click();
  await expect.poll(tv.videoTime).toBeGreaterThan(0);
});

test('a title for adults has a lock that says why, and asks for a proof of age', async ({ tv }) => {
  const { page } = tv;
  await tv.giveAccount('free@bora.example', DEMO.password);
  await tv.reach('home');
  await tv.goTo('/themes/4', 'theme');
  await tv.pressUntil('right', /item:115$/);
  const poster = page.getByRole('button', { name: /^흑매검, 19세, 본인 확인이 필요한 작품, / });
  await expect(poster).toBeFocused();
  await expect(poster.getByText('본인 확인')).toBeVisible();
  await tv.press('ok');
  await tv.reach('item');
  await expect(page.getByRole('button', { name: '본인 확인하고 보기' })).toBeFocused();
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '본인 확인이 필요해요' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await tv.press('back');
  expect(await tv.focusKey()).toBe('item/primary');
  await tv.press('back');
  await tv.reach('theme');
  await expect(poster).toBeFocused();
});
