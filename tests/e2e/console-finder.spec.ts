import type { Page } from '@playwright/test';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { addAlias, expect, listenTo, test } from './fixtures.ts';

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.keyboard.press('Enter');
  // The form itself has a heading, too.
  await expect(page.getByRole('navigation', { name: '콘솔' })).toBeVisible();
}

test('a place and a title are opened by a few letters from anywhere, and the finder gives the focus back', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await addAlias(server, DEMO.lastTrain, '눈열차');
  await signIn(page, `${server.url}/console/#/titles/${DEMO.twelveWaves}/fields`);
  const field = page.getByLabel('감독');
  await field.fill('고치던 이름');
  const finder = page.getByRole('dialog', { name: '바로 가기' });
  await page.keyboard.press('Control+KeyK');
  await expect(finder.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('없는 것');
  await expect(finder.getByText('찾는 곳이 없어요.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(finder).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('고치던 이름');

  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('눈열');
  await expect(finder.getByRole('menuitem', { name: '막차는 눈을 싣고' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '막차는 눈을 싣고' })).toBeVisible();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('기록');
  await expect(finder.getByRole('menuitem', { name: '기록' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '기록' })).toBeVisible();

  // What was typed is still there.
  await page.goBack();
  await page.goBack();
  await expect(field).toHaveValue('고치던 이름');
  // A dialog keeps its text: the finder stays closed.
  await page.getByRole('button', { name: '내리기' }).click();
  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(said).toEqual([]);
});

test('Enter right behind the last letter opens what the whole word names, not what its first letters did', async ({
  page,
  server,
}) => {
  await signIn(page, `${server.url}/console/`);
  const finder = page.getByRole('dialog', { name: '바로 가기' });
  const field = finder.getByRole('searchbox');
  /** The rest of a word and Enter, before the browser has drawn the menu of the whole word. */
  const typeAtOnce = (rest: string) =>
    field.evaluate(async (input, text) => {
      document.execCommand('insertText', false, text);
      await Promise.resolve();
      for (const kind of ['keydown', 'keyup'])
        input.dispatchEvent(new KeyboardEvent(kind, { key: 'Enter', bubbles: true, cancelable: true }));
    }, rest);
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('운');
  const first = await finder.getByRole('menuitem', { name: '운영 상태' }).getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', first!);
  await typeAtOnce('영자');
  await expect(page.getByRole('heading', { level: 1, name: '운영자' })).toBeVisible();

  // A title is on its way when Enter comes.
  await page.keyboard.press('Control+KeyK');
  await typeAtOnce('막차는');
  await expect(page.getByRole('heading', { level: 1, name: '막차는 눈을 싣고' })).toBeVisible();
});

test('Back, and the link above a title, give the focus to the row that led there', async ({ page, server }) => {
  await signIn(page, `${server.url}/console/#/titles`);
  const row = page.getByRole('table', { name: '작품', exact: true }).getByRole('link', { name: '막차는 눈을 싣고' });
  for (const leave of [() => page.goBack(), () => page.locator('a.back').click()]) {
    await page.goto(`${server.url}/console/#/titles`);
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '막차는 눈을 싣고' })).toBeVisible();
    await leave();
    await expect(row).toBeFocused();
  }
});

test('support finds the places of the role and no titles', async ({ page, server }) => {
  await server.query("update staff set role = 'support' where email = $1", [DEMO_OWNER.email]);
  await signIn(page, `${server.url}/console/`);
  await page.getByRole('button', { name: /^바로 가기/ }).click();
  const finder = page.getByRole('dialog', { name: '바로 가기' });
  await expect(finder.getByRole('menuitem')).toHaveText([
    ...['현황', '이용자', '감상평', '요청', '판매', '운영 상태', '접속'],
  ]);
  await page.keyboard.type('막차');
  await expect(finder.getByText('찾는 곳이 없어요.')).toBeVisible();
});

test('the navigation follows a role that was taken meanwhile, from the first refusal on', async ({ page, server }) => {
  await signIn(page, `${server.url}/console/#/sessions`);
  const navigation = page.getByRole('navigation', { name: '콘솔' });
  await expect(navigation.getByRole('link', { name: '작품' })).toBeVisible();
  await server.query("update staff set role = 'support' where email = $1", [DEMO_OWNER.email]);
  await navigation.getByRole('link', { name: '작품' }).click();
  await expect(page.getByText('이 화면을 볼 수 있는 역할이 아니에요.')).toBeVisible();
  await expect(navigation.getByRole('link', { name: '작품' })).toBeHidden();
  await expect(navigation.getByRole('link', { name: '이용자' })).toBeVisible();
});

test('the navigation counts reported reviews, and a decision counts them again', async ({ page, server }) => {
  await server.query('delete from review_reports');
  await server.query(`insert into review_reports (item_id, review_id, account_id, profile_id, reason, created_at)
    select item_id, reviews.id, profiles.account_id, profiles.id, 'spam', now()
    from (select item_id, id from short_reviews where hidden_at is null order by id limit 2) as reviews,
      (select account_id, id from profiles limit 3) as profiles`);
  await signIn(page, `${server.url}/console/`);
  const link = page.getByRole('navigation', { name: '콘솔' }).getByRole('link', { name: /^감상평/ });
  await expect(link).toHaveAccessibleName('감상평 2 개의 신고받은 글');
  await link.click();
  const first = page.getByRole('button', { name: /숨기기$/ }).first();
  await first.click();
  await page.getByRole('dialog').getByRole('button', { name: '숨기기' }).click();
  await expect(link).toHaveAccessibleName('감상평 1 개의 신고받은 글');
});

test('a secret that follows a form gives the focus back to the button that opened the form', async ({
  page,
  server,
}) => {
  await signIn(page, `${server.url}/console/#/automation`);
  const button = page.getByRole('button', { name: '토큰 만들기' });
  await button.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'API 토큰' });
  await form.getByLabel('이름').fill('집계');
  await form.getByRole('button', { name: '만들기' }).click();
  const secret = page.getByRole('dialog', { name: '새 토큰' });
  await expect(secret.getByRole('button', { name: '닫기' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(secret).toHaveCount(0);
  await expect(button).toBeFocused();
});
