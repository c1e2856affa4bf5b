import axe from 'axe-core';
import type { Browser, Page } from '@playwright/test';
import { picture } from '#tests/support/browser/picture.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import { expect, listenTo, test as base } from './fixtures.ts';

/** Seconds between two polls of a television (contract.md, section 3). */
const POLL_SECONDS = 5;

/** Televisions here have a clock that `poll` advances, so that no story waits for the next poll. */
const test = base.extend({
  tv: async ({ blankTv, server }, use) => {
    await openOnClock(blankTv, server.url);
    await use(blankTv);
  },
});

async function openOnClock({ page }: Tv, address: string) {
  await page.clock.install();
  await page.goto(address);
}

/** Advances the clock of a television to its next poll. */
const poll = ({ page }: Tv) => page.clock.fastForward(POLL_SECONDS * 1000);

const HEADING_ASK = '이 기기를 로그인할까요?';

/** A phone in portrait; console errors of its pages are collected in `said`. */
async function openPhone(browser: Browser): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'ko-KR' });
  const page = await context.newPage();
  return { page, said: listenTo(page) };
}

const codeOn = async (tv: Page) => {
  await expect(tv.getByRole('img', { name: /QR/ })).toBeVisible();
  return (await tv.getByText(/^[A-Z]{4}-\d{4}$/).textContent()) ?? '';
};

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function signInOn(phone: Page) {
  await phone.getByLabel('이메일').fill(DEMO.email);
  await phone.getByLabel('비밀번호').fill(DEMO.password);
  await phone.getByRole('button', { name: '로그인' }).tap();
  await heading(phone, HEADING_ASK);
}

/** Checks WCAG A and AA, the width, and the size of touch targets. `name` names the screenshot. */
async function expectUsable(phone: Page, name: string) {
  await picture(phone, `phone-${name}`);
  const found = await phone.evaluate(
    async ({ source }) => {
      // `eval`, because the page's policy blocks script tags.
      (0, eval)(source);
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { source: axe.source },
  );
  expect(found).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const target of await phone.locator('button, nav a, a.button, input:not([type=hidden])').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
}

test('a viewer types the code on a phone and approves, and the television is signed in', async ({
  tv,
  server,
  browser,
}) => {
  await tv.reach('sign-in');
  const code = await codeOn(tv.page);
  const { page: phone, said } = await openPhone(browser);
  await phone.goto(`${server.url}/link`);
  await expect(phone.getByLabel('TV에 보이는 코드')).toBeFocused();
  await expectUsable(phone, 'code');
  await phone.keyboard.type(code.toLowerCase().replace('-', ''));
  await expect(phone.getByLabel('TV에 보이는 코드')).toHaveValue(code);
  await phone.getByRole('button', { name: '다음' }).tap();
  await heading(phone, '로그인');
  await expectUsable(phone, 'sign-in');
  await signInOn(phone);
  await expect(phone.getByText(code)).toBeVisible();
  await expectUsable(phone, 'ask');
  await phone.getByRole('button', { name: '허용' }).tap();
  await heading(phone, 'TV에 로그인했어요');
  await expectUsable(phone, 'approved');
  await poll(tv);
  await tv.reach('profiles');
  expect(said).toEqual([]);

  // A used code signs nobody else in.
  const { page: other } = await openPhone(browser);
  await other.goto(`${server.url}/link?code=${code}`);
  await expect(other.getByText('이미 사용한 코드예요')).toBeVisible();
  await picture(other, 'phone-code-used');
});

test('the television reports a denial, and one press requests a new code', async ({ tv, server, browser }) => {
  await tv.reach('sign-in');
  const code = await codeOn(tv.page);
  const { page: phone } = await openPhone(browser);
  await phone.goto(`${server.url}/link?code=${code}`);
  await signInOn(phone);
  await phone.getByRole('button', { name: '거부' }).tap();
  await heading(phone, '로그인을 거부했어요');
  await expectUsable(phone, 'denied');
  await poll(tv);
  await expect(tv.page.getByText('휴대폰에서 거부했어요')).toBeVisible();
  await picture(tv.page, 'sign-in-denied');
  expect(await tv.focusKey()).toBe('device-sign-in/retry');
  await tv.press('ok');
  expect(await codeOn(tv.page)).not.toBe(code);
  await expect.poll(() => tv.focusKey()).toBe('sign-in/by-email');
});

test('each of two televisions is signed in by its own code', async ({ tv, server, browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const second = createTv(await context.newPage());
  await openOnClock(second, server.url);
  const codes = [await codeOn(tv.page), await codeOn(second.page)] as const;
  expect(codes[0]).not.toBe(codes[1]);
  const { page: phone } = await openPhone(browser);
  await phone.goto(`${server.url}/link?code=${codes[1]}`);
  await signInOn(phone);
  await phone.getByRole('button', { name: '허용' }).tap();
  await heading(phone, 'TV에 로그인했어요');
  await poll(second);
  await second.reach('profiles');
  await tv.reach('sign-in');
  expect(await codeOn(tv.page)).toBe(codes[0]);
  await phone.goto(`${server.url}/link?code=${codes[0]}`);
  await phone.getByRole('button', { name: '허용' }).tap();
  await heading(phone, 'TV에 로그인했어요');
  await poll(tv);
  await tv.reach('profiles');
});

test('the television replaces an expired code, and the phone reports it', async ({ browser, database }) => {
  const clock = createServerClock(new Date().toISOString());
  const server = await startTestServer({ database: await database.take(), clock });
  const { page: phone } = await openPhone(browser);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const tv = createTv(await context.newPage());
  await openOnClock(tv, server.url);
  const code = await codeOn(tv.page);
  await phone.goto(`${server.url}/link?code=${code}`);
  await signInOn(phone);
  clock.advance(901);
  await phone.getByRole('button', { name: '허용' }).tap();
  await expect(phone.getByText('이 코드는 시간이 지났어요')).toBeVisible();
  await poll(tv);
  await expect(tv.page.getByText(code)).toHaveCount(0);
  const next = await codeOn(tv.page);
  await phone.getByLabel('TV에 보이는 코드').fill(next);
  await phone.getByRole('button', { name: '다음' }).tap();
  await phone.getByRole('button', { name: '허용' }).tap();
  await heading(phone, 'TV에 로그인했어요');
  await poll(tv);
  await tv.reach('profiles');
  await context.close();
  await server.remove();
});

test('an account created on the phone with the mailed code signs the television in', async ({
  tv,
  server,
  browser,
}) => {
  await tv.reach('sign-in');
  const { page: phone } = await openPhone(browser);
  await phone.goto(`${server.url}/link?code=${await codeOn(tv.page)}`);
  await phone.getByRole('link', { name: /회원가입/ }).tap();
  await heading(phone, '회원가입');
  await expectUsable(phone, 'sign-up');
  await phone.getByLabel('이메일').fill('new@bora.example');
  await phone.getByRole('button', { name: '인증 코드 받기' }).tap();
  await expect(phone.getByLabel('인증 코드')).toBeFocused();
  await expectUsable(phone, 'sign-up-code');
  const mailbox = await openPhone(browser);
  await mailbox.page.goto(`${server.url}/dev/mail`);
  const code = /코드: (\d{6})/.exec((await mailbox.page.getByRole('article').first().textContent()) ?? '')?.[1] ?? '';
  await phone.getByLabel('인증 코드').fill(code);
  await phone.getByLabel('새 비밀번호', { exact: true }).fill('short');
  await phone.getByLabel('새 비밀번호 확인').fill('short');
  await phone.getByRole('button', { name: '가입하기' }).tap();
  await expect(phone.getByLabel('새 비밀번호', { exact: true })).toBeFocused();
  await expect(phone.getByLabel('인증 코드')).toHaveValue(code);
  await expectUsable(phone, 'sign-up-refused');
  await phone.getByLabel('새 비밀번호', { exact: true }).fill('bora-new-1');
  await phone.getByLabel('새 비밀번호 확인').fill('bora-new-1');
  await phone.getByRole('button', { name: '가입하기' }).tap();
  await heading(phone, HEADING_ASK);
  await phone.getByRole('button', { name: '허용' }).tap();
  await heading(phone, 'TV에 로그인했어요');
  await poll(tv);
  // A new account has one profile and skips the picker.
  await tv.reach('home');
});

test('the mailed link sets a new password, which signs the television in', async ({ tv, server, browser }) => {
  const { page: phone } = await openPhone(browser);
  await phone.goto(`${server.url}/password`);
  await expectUsable(phone, 'password');
  await phone.getByLabel('이메일').fill(DEMO.email);
  await phone.getByRole('button', { name: '메일 받기' }).tap();
  await heading(phone, '메일을 확인해 주세요');
  await phone.goto(`${server.url}/dev/mail`);
  const link = phone.getByRole('link', { name: /password\?token=/ });
  const address = (await link.getAttribute('href')) ?? '';
  await link.tap();
  await heading(phone, '비밀번호 새로 정하기');
  await expectUsable(phone, 'password-new');
  await phone.getByLabel('새 비밀번호', { exact: true }).fill('bora-demo-2');
  await phone.getByLabel('새 비밀번호 확인').fill('bora-demo-2');
  await phone.getByRole('button', { name: '비밀번호 바꾸기' }).tap();
  await heading(phone, '비밀번호를 바꿨어요');
  expect(phone.url()).not.toContain('token');
  await phone.goto(address);
  await heading(phone, '이 링크는 더 쓸 수 없어요');
  await expectUsable(phone, 'password-over');
  await tv.signIn(DEMO.email, 'bora-demo-2');
});
