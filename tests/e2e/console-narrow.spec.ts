import type { Page } from '@playwright/test';
import { PAGES } from '#console/lib/pages.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { expect, listenTo, test } from './fixtures.ts';

/** A window of 1280 × 1024 px at 400 %. */
const NARROW = { width: 320, height: 256 };

/** Texts and controls that stick out of the page or of their parent, unless an ancestor scrolls. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (one: Element | null): boolean =>
      one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    for (const element of document.querySelectorAll(
      ':is(main, [role=dialog]) :is(button, input, select, textarea, a, p, .words)',
    )) {
      const box = element.getBoundingClientRect();
      const holder = element.parentElement!.getBoundingClientRect();
      const { position } = getComputedStyle(element);
      if (Math.min(box.width, holder.width) <= 1 || position === 'absolute' || scrolls(element.parentElement)) continue;
      if (box.left < -1 || box.right > Math.min(clientWidth, holder.right) + 1)
        found.push(`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
    }
    return found;
  });

test('every page and form of the console fits a window at 400 %, and no bar covers a form', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  const [account] = await server.query<{ id: string }>('select id from accounts where email = $1', [DEMO.email]);
  const one = `accounts/${account!.id}`;
  const title = `titles/${DEMO.lastTrain}`;
  const episode = `${title}/episodes/${DEMO.lastTrainFirst}`;
  const paths = [
    ...PAGES.map(({ path }) => path),
    ...['', '/fields', '/pictures', '/products', '/preview', '/episodes/new'].map((part) => `${title}${part}`),
    ...['titles/new', episode, `viewing/${DEMO.lastTrain}`, 'advertisements/1', 'accounts/import', one],
    ...['shop/vouchers', 'shop/sales', 'shop/products', 'nowhere'],
  ];
  const forms: readonly (readonly [path: string, button: string | RegExp])[] = [
    [title, '내리기'],
    [episode, '다른 작품으로 옮기기'],
    ['advertisements', '광고 만들기'],
    ['shop', '멤버십 만들기'],
    ['shop/vouchers', '쿠폰 만들기'],
    ['staff', '운영자 추가'],
    ['automation', '웹훅 만들기'],
    [one, /환불$/],
  ];
  await page.setViewportSize(NARROW);
  await page.goto(`${server.url}/console/`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('현황');
  const cut: string[] = [];
  const look = async (name: string) => {
    for (const what of await cutOff(page)) cut.push(`${name}: ${what}`);
    await picture(page, `narrow-${name.replaceAll('/', '-')}`);
  };
  const open = async (path: string) => {
    await page.evaluate((hash) => (window.location.hash = hash), `#/${path}`);
    await expect(heading).toBeVisible();
    await expect(page.getByText('불러오는 중…')).toHaveCount(0);
  };
  for (const path of paths) {
    await open(path);
    await look(path);
  }
  for (const [path, button] of forms) {
    await open(path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(`${path} ${String(button)}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(cut).toEqual([]);

  // What a form ends with is below the last field, not over it.
  await open(`${title}/fields`);
  const save = page.getByRole('button', { name: '저장' });
  const last = page.getByRole('group').last();
  await last.scrollIntoViewIfNeeded();
  const [saveBox, lastBox] = [(await save.boundingBox())!, (await last.boundingBox())!];
  expect(saveBox.y).toBeGreaterThan(lastBox.y + lastBox.height - 1);
  expect(said).toEqual([]);
});
