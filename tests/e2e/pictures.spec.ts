import { signInViewer } from '#tests/support/app/signed-in-viewer.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/*
 * Screenshots of states that no other story shows. Runs with `npm run screenshots` only.
 */

const dialog = ({ page }: Tv) => expect(page.getByRole('dialog')).toBeVisible();

/** Opens an address as a link does, as one of the demo's viewers. */
async function openAs(tv: Tv, serverUrl: string, email: string, path: string, screen: string) {
  const { cookie } = await signInViewer(serverUrl, email);
  await tv.page.context().addCookies([cookie]);
  await tv.page.goto('about:blank');
  await tv.page.goto(`${serverUrl}/#${path}`);
  await tv.reach(screen);
}

test('screenshots: sign-in with a wrong password and all layouts of the keyboard', async ({ tv }) => {
  const { page } = tv;
  await tv.giveAccount(DEMO.email, 'wrong-password');
  await expect(page.getByText('맞지 않아요')).toBeVisible();
  await picture(page, 'sign-in-refused');
  for (const layer of ['layer-symbols', 'layer-hangul']) {
    await page.locator(`[data-focus-key$="${layer}"]`).click();
    await picture(page, `keyboard-${layer}`);
  }
});

test('screenshots: every row of home, and titles in every state', async ({ home: tv }) => {
  const { page } = tv;
  for (let row = 1; row < 10; row += 1) {
    await tv.press('down', 'right');
    await picture(page, `home-row-${row}`);
  }
  for (const title of [101, 102, 104, 128, 138, 147, 148]) {
    await tv.goTo(`/items/${title}`, 'item');
    await picture(page, `title-${title}`);
    await tv.press('down');
    await picture(page, `title-${title}-row`);
  }
  await tv.goTo(`/items/${DEMO.ridgeSprint}/reviews`, 'reviews');
  await picture(page, 'reviews-veiled');
});

test('screenshots: search with results, recent queries and no match', async ({ home: tv }) => {
  const { page } = tv;
  await tv.goTo('/search', 'search');
  await page.keyboard.type('qf');
  await expect(page.getByText(/검색 결과 \d+개/)).toBeVisible();
  await tv.pressUntil('right', /search\/results/);
  await picture(page, 'search-results');
  await tv.press('ok');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('search');
  await tv.goTo('/home', 'home');
  await tv.goTo('/search', 'search');
  await expect(page.getByText('최근 검색')).toBeVisible();
  await picture(page, 'search-recent');
  await page.keyboard.type('qnpfr');
  await expect(page.getByText('맞는 작품이 없어요')).toBeVisible();
  await picture(page, 'search-nothing');
});

test('screenshots: settings with large subtitles and the question before signing out', async ({ home: tv }) => {
  const { page } = tv;
  await tv.goTo('/settings', 'settings');
  await tv.press('right', 'down', 'down', 'down', 'ok');
  await dialog(tv);
  await picture(page, 'settings-sign-out');
  await tv.press('back', 'left');
  await tv.pressUntil('down', /^settings\/playback$/);
  await tv.press('right');
  await tv.pressUntil('down', /^settings\/playback\/size$/);
  await tv.press('ok');
  await dialog(tv);
  await tv.press('down', 'down', 'down', 'ok');
  await tv.reach('settings');
  await picture(page, 'settings-subtitles-largest');
});

test('screenshots: a title without membership, and the offer to continue', async ({ tv, server }) => {
  const { page } = tv;
  await openAs(tv, server.url, 'free@bora.example', '/items/129', 'item');
  await picture(page, 'free-title');
  await tv.pressUntil('down', /^episodes\//);
  await tv.press('right', 'right', 'right', 'right', 'ok');
  await dialog(tv);
  await picture(page, 'membership');
});

test('screenshots: the player with every menu, the question who is watching, and the end', async ({ tv, server }) => {
  const { page } = tv;
  await openAs(tv, server.url, DEMO.email, '/play/12201', 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  for (const menu of ['subtitles', 'audio', 'speed', 'quality', 'settings']) {
    await tv.pressUntil('down', /^player\/menu/);
    await tv.pressUntil('left', /^player\/menu:subtitles$/);
    await tv.pressUntil('right', new RegExp(`^player/menu:${menu}$`));
    await tv.press('ok');
    await dialog(tv);
    await picture(page, `player-menu-${menu}`);
    await tv.press('back');
  }
  const [last] = await server.query<{ id: number }>(
    'select max(id) as id from episodes where item_id = 103 and published_at < now()',
  );
  await openAs(tv, server.url, DEMO.email, `/play/${last!.id}`, 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  await page.evaluate(() => {
    const video = document.querySelector('video')!;
    video.currentTime = video.duration - 1.5;
  });
  await expect(page.getByRole('dialog', { name: '끝까지 봤어요' })).toBeVisible();
  await picture(page, 'player-ended');
});

test('screenshots: the server fails, is closed, or does not answer', async ({ page, server }) => {
  // Not `tv`: console errors are expected here.
  const maintenance = {
    status: 'maintenance',
    message: '오늘 새벽 3시부터 5시까지 점검해요.',
    server_time: '2026-11-20T12:00:00Z',
    min_version: { tizen: '0.0.0', webos: '0.0.0', web: '0.0.0' },
  };
  const status = '**/api/v1.0/status/';
  await page.route(status, (route) => route.fulfill({ json: maintenance }));
  await page.goto(server.url);
  await expect(page.locator('[data-screen=error]')).toBeVisible();
  await picture(page, 'maintenance');
  await page.unroute(status);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.locator('[data-screen=offline]')).toBeVisible();
  await picture(page, 'start-without-network');
});

test('screenshots: the script of a screen fails, and another window plays', async ({ page, server }) => {
  const tv = createTv(page);
  // Before home: the app loads the scripts of other screens in advance.
  await page.route('**/assets/reviews-screen*', (route) => route.abort());
  await openAs(tv, server.url, DEMO.email, '/home', 'home');
  await tv.goTo(`/items/${DEMO.lanternFox}/reviews`, 'offline');
  await picture(page, 'screen-without-script');
  await tv.goTo(`/play/${DEMO.lastTrainFirst}`, 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  const other = createTv(await page.context().newPage());
  await other.page.goto(`${server.url}/#/play/10301`);
  await expect.poll(other.videoTime).toBeGreaterThan(0.5);
  await page.bringToFront();
  await expect(page.getByRole('dialog', { name: '다른 창에서 재생하고 있어요' })).toBeVisible();
  await picture(page, 'player-superseded');
});

test('screenshots: memberships, and the ways to watch a title for members', async ({ tv, server }) => {
  await openAs(tv, server.url, 'free@bora.example', '/membership', 'membership');
  await picture(tv.page, 'membership-free');
  await tv.press('down', 'ok');
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await picture(tv.page, 'membership-checkout');
  await tv.press('back');
  await tv.goTo(`/items/${DEMO.haenyeoBreath}`, 'item');
  await picture(tv.page, 'title-cheapest-way');
  await tv.press('ok');
  await dialog(tv);
  await picture(tv.page, 'title-ways');
  await tv.press('back');
  await server.query(`update accounts set plan = 'premium', membership_expires_at = now() + interval '5 days'
    where email = 'free@bora.example'`);
  await tv.page.reload();
  await tv.goTo('/membership', 'membership');
  await picture(tv.page, 'membership-ending');
  await tv.goTo('/settings', 'settings');
  await tv.press('right', 'down');
  await picture(tv.page, 'settings-membership-ending');
});

test('screenshots: the menu of a review, its reasons, a block, and a hidden review', async ({ home: tv, server }) => {
  const { page } = tv;
  await tv.goTo(`/items/${DEMO.lanternFox}/reviews`, 'reviews');
  const hold = async () => {
    await page.keyboard.down('Enter');
    await dialog(tv);
    await page.keyboard.up('Enter');
  };
  await hold();
  await picture(page, 'review-menu');
  await tv.press('ok');
  await picture(page, 'review-reasons');
  await tv.press('back', 'down', 'ok');
  await picture(page, 'review-block');
  await tv.press('right', 'ok');
  await expect(page.getByText(/감상평을 숨겼어요/)).toBeVisible();
  await picture(page, 'review-blocked');
  // One of another author becomes the viewer's own.
  await server.query(`update short_reviews set hidden_at = now(), account_id = mine.account_id, profile_id = mine.id
    from (select profiles.account_id, profiles.id from profiles join accounts on accounts.id = profiles.account_id
      where email = 'demo@bora.example' and is_owner) as mine
    where item_id = 103 and short_reviews.id = (select id from short_reviews where item_id = 103 limit 1)`);
  await tv.goTo(`/items/${DEMO.lastTrain}/reviews`, 'reviews');
  await picture(page, 'review-hidden');
});
