import type { Page } from '@playwright/test';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { expect, listenTo, test } from './fixtures.ts';

async function openPreview(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.keyboard.press('Enter');
}

test('a draft is shown by the app on a television, moved by arrows, and the browser’s own viewer stays', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  // Nobody has seen the title yet.
  await server.query(
    `insert into publications (kind, id, is_hidden, starts_at, notice, changed_at, was_out)
      values ('title', $1, true, null, null, now(), false)
      on conflict (kind, id) do update set is_hidden = true, was_out = false`,
    [DEMO.lastTrain],
  );
  await page.context().addCookies([{ name: 'lS_session', value: 'own', url: server.url }]);
  // Somebody who watches in this browser has rows in the same storage: the preview must leave them.
  const own = { home: 'own', unfinished: 'own', downloads: '[]', pendingReports: 'own', 'last-playback': 'own' };
  await page.goto(`${server.url}/console/`);
  await page.evaluate((stored) => Object.assign(localStorage, stored), own);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The frame plays nothing, so it needs no player.
    if (pathname.endsWith('/shaka-player.compiled.js')) calls.push(pathname);
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/console/')) calls.push(pathname);
  });
  await openPreview(page, `${server.url}/console/#/titles/${DEMO.lastTrain}/preview`);
  const frame = page.locator('.television iframe');
  const television = page.frameLocator('.television iframe');
  await expect(television.getByRole('heading', { name: '막차는 눈을 싣고' })).toBeVisible();
  const focused = () =>
    television
      .locator(':focus')
      .evaluateAll(([element]) => element?.getAttribute('aria-label') ?? element?.textContent);
  await expect.poll(focused).toMatch(/재생|보기/);
  await picture(page, 'console-preview-television');
  await frame.focus();
  const first = await focused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).not.toBe(first);
  // What the viewer may watch depends on the membership that is asked for.
  await page.getByRole('button', { name: /^이용권 없음/ }).click();
  await page.getByRole('option', { name: '프리미엄' }).click();
  await expect(page.getByRole('table', { name: '보이는 회차' })).toContainText('이용권으로 보기');
  await expect(television.getByRole('heading', { name: '막차는 눈을 싣고' })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'lS_session')?.value).toBe('own');
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(own);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () =>
        Math.round((await frame.boundingBox())!.width - (await page.locator('.television').boundingBox())!.width),
      )
      .toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  expect(said).toEqual([]);
});
