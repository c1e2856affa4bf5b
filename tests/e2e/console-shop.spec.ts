import type { Page } from '@playwright/test';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { expect, listenTo, test } from './fixtures.ts';

const open = async (page: Page, address: string) => {
  await page.goto(address);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
};

test('an operator makes a membership, plans its next price, and sees what somebody else did meanwhile', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await open(page, `${server.url}/console/#/shop`);
  await page.getByRole('button', { name: '멤버십 만들기' }).click();
  await page.getByLabel('이름 (시청자에게 보여요)').fill('주말 베이직');
  await page.getByLabel('가격 (원)').fill('0');
  await page.getByRole('button', { name: '만들기', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('가격은 100원부터 1,000,000원까지예요.');
  await page.getByLabel('가격 (원)').fill('1,900');
  await page.getByLabel('기간 (일)').fill('3');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /주말 베이직/ });
  await expect(row).toContainText('1,900원');

  await page.getByRole('button', { name: '주말 베이직 바꾸기' }).click();
  await page.getByLabel('가격 (원)').fill('2500');
  await page.getByRole('button', { name: /언제 바꿀까요/ }).click();
  await page.getByRole('option', { name: '정한 날부터' }).click();
  await page.getByLabel('바꾸는 시각 (한국 시각)').fill('2099-01-01 00:00');
  await server.query("update plans set days = 4 where name = '주말 베이직'");
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('dialog').getByText('그사이 다른 사람이 바꿨어요.')).toBeVisible();
  await page.getByRole('button', { name: '그래도 내 변경 저장' }).click();
  await expect(row).toContainText('2099-01-01 (목) 00:00부터 주말 베이직 · 2,500원 · 3일');
  await expect(row).toContainText('1,900원');
  await expect(page.getByRole('button', { name: '주말 베이직 바꾸기' })).toBeFocused();
  expect(said).toEqual([]);
});

test('an owner makes a code, sees who used it, and pauses it', async ({ page, server }) => {
  const said = listenTo(page);
  await open(page, `${server.url}/console/#/shop/vouchers`);
  await page.getByRole('button', { name: '쿠폰 만들기' }).click();
  await page.getByLabel('이름 (운영자에게만 보여요)').fill('사과 쿠폰');
  await page.getByLabel('쓸 수 있는 끝 (한국 시각)').fill('2020-01-01 00:00');
  await page.getByRole('button', { name: '만들기', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('끝나는 시각은 지금보다 뒤여야 해요.');
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('쓸 수 있는 끝 (한국 시각)').fill(`${end}T00:00`);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /사과 쿠폰/ });
  await expect(row).toContainText('베이직 30일');
  await expect(row).toContainText(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/);
  await page.getByRole('button', { name: '사과 쿠폰 쓴 사람' }).click();
  await expect(page.getByText('아직 아무도 쓰지 않았어요.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '사과 쿠폰 바꾸기' }).click();
  await page.getByRole('button', { name: /사용/ }).click();
  await page.getByRole('option', { name: '멈추기' }).click();
  // Another owner allows more uses in the meantime.
  await server.query("update vouchers set max_uses = 7777 where name = '사과 쿠폰'");
  await page.getByRole('button', { name: '저장' }).click();
  const compared = page.getByRole('dialog').getByRole('alert').filter({ hasText: '그사이 다른 사람이 바꿨어요.' });
  await expect(compared).toContainText('7,777');
  await expect(row).not.toContainText('멈춤');
  await page.getByRole('button', { name: '그래도 내 변경 저장' }).click();
  await expect(row).toContainText('멈춤');
  expect(said).toEqual([]);
});

test('an advertisement that somebody else changed meanwhile is saved by a second press', async ({ page, server }) => {
  const said = listenTo(page);
  const [ad] = await server.query('select id, title from advertisements order by id limit 1');
  await open(page, `${server.url}/console/#/advertisements/${String(ad!['id'])}`);
  await page.getByRole('button', { name: '바꾸기', exact: true }).click();
  await page.getByLabel(/^비중/).fill('7');
  await server.query('update advertisements set weight = 5 where id = $1', [ad!['id']]);
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('dialog').getByText('그사이 다른 사람이 바꿨어요.')).toBeVisible();
  await page.getByRole('button', { name: '그래도 내 변경 저장' }).click();
  await expect(page.getByText(`${String(ad!['title'])} 광고를 바꿨어요.`)).toBeVisible();
  expect(await server.query('select weight from advertisements where id = $1', [ad!['id']])).toEqual([{ weight: 7 }]);
  expect(said).toEqual([]);
});
