import { DEMO } from '#tests/support/demo-account.ts';
import type { ElementHandle, Page } from '@playwright/test';
import { drawn } from '#tests/certification/look.ts';
import { chooseLetters } from '#tests/support/browser/letters.ts';
import { expect, test } from './fixtures.ts';

/** The luminance of a colour's channels (WCAG 2.1). */
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) => {
  const linear = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
};

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

interface Words {
  readonly text: string;
  readonly color: readonly number[];
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** The words of the large block, with their colours and boxes; then they are made invisible. */
const hideWords = (page: Page): Promise<Words[]> =>
  page.evaluate(() => {
    const block = document.querySelector('[data-focus-key="item/primary"]')?.parentElement?.parentElement;
    const words: Words[] = [];
    const texts = document.createTreeWalker(block!, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!;
      const range = document.createRange();
      range.selectNodeContents(node);
      const color = (getComputedStyle(parent).color.match(/[\d.]+/g) ?? []).map(Number);
      const cut = parent.getBoundingClientRect();
      for (const { x, y, width, height } of range.getClientRects())
        if (width > 2 && y + height <= cut.bottom + height && x < cut.right)
          words.push({
            text: node.textContent ?? '',
            color,
            box: { x, y, width: Math.min(width, Math.max(cut.right - x, 1)), height },
          });
    }
    const style = document.createElement('style');
    style.textContent = 'main * { color: transparent !important; transition: none !important }';
    document.head.append(style);
    return words;
  });

/** The brightest pixel of each box of a screenshot, as luminance. */
async function brightest(page: Page, png: Buffer, boxes: readonly Words['box'][]): Promise<number[]> {
  const pixels = await page.evaluate(
    async ([data, wanted]) => {
      const picture = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(picture, 0, 0);
      return wanted.map(({ x, y, width, height }) => {
        const { data: bytes } = context.getImageData(x, y, Math.ceil(width), Math.ceil(height));
        let best: number[] = [0, 0, 0];
        for (let at = 0; at < bytes.length; at += 4) {
          const pixel = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
          if (pixel[0]! + pixel[1]! + pixel[2]! > best[0]! + best[1]! + best[2]!) best = pixel;
        }
        return best;
      });
    },
    [`data:image/png;base64,${png.toString('base64')}`, boxes] as const,
  );
  return pixels.map(luminance);
}

/** Ten pictures that are white, more and more of them from the left to the right. */
const whitePictures = Array.from({ length: 10 }, (_, index) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#777"/><rect width="${1.6 * (index + 1)}" height="9" fill="#fff"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
});

test('words and buttons of a title keep a contrast of 4.5 on all art and on white pictures', async ({
  home: { page, reach },
  server,
}) => {
  test.setTimeout(300_000);
  const art = await server.query<{ id: number; backdrop: string }>('select id, backdrop from items order by id');
  await page.evaluate((id) => (window.location.hash = `#/items/${id}`), DEMO.puffingIsland);
  await reach('item');
  const first = page.locator('img[src*="backdrop"]').first();
  await expect(first).toHaveCSS('opacity', '1');
  const known = (await first.getAttribute('src'))!;
  const own = art.find(({ backdrop }) => known.includes(backdrop.split('/').slice(0, -1).join('/')));
  const pictures = art.map(({ backdrop }) => (own ? known.replace(own.backdrop, backdrop) : ''));
  expect(new Set(pictures).size).toBe(art.length);
  const image = (await first.elementHandle()) as ElementHandle<HTMLImageElement>;
  const words = await hideWords(page);
  expect(words.map(({ text }) => text).join(' ')).toContain('더 보기');

  const worst: string[] = [];
  for (const src of [...pictures, ...whitePictures]) {
    await image.evaluate(async (element, address) => {
      element.src = address;
      await element.decode();
    }, src);
    const grounds = await brightest(
      page,
      await page.screenshot(),
      words.map(({ box }) => box),
    );
    words.forEach(({ text, color }, index) => {
      const ratio = contrast(luminance(color), grounds[index]!);
      if (ratio < 4.5) worst.push(`${ratio.toFixed(2)} ${text} on ${src.slice(0, 80)}`);
    });
  }
  expect(worst).toEqual([]);
});

test('the list of settings never cuts a row, and fades where it continues', async ({
  home: { page, reach, press },
}) => {
  await page.evaluate(() => (window.location.hash = '#/settings'));
  await reach('settings');
  await press('down', 'down', 'down', 'right');
  const list = page.locator('[data-more]').last();
  await expect(list).toHaveAttribute('data-more', 'true');
  const seen = () =>
    list.evaluate((view) => {
      const { top, bottom } = view.getBoundingClientRect();
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const rows = [...view.querySelectorAll('[role]:not([role="group"])')].map((row) => row.getBoundingClientRect());
      const fade = view.getAttribute('data-more') === 'true' ? 4.5 * rem : 0;
      return {
        cutAbove: rows.filter((row) => row.top < top - 1 && row.bottom > top + 1).length,
        // Below, only what fades out may be cut.
        cutBelow: rows.filter((row) => row.bottom > bottom + 1 && row.top < bottom - fade - 1).length,
        mask: getComputedStyle(view).webkitMaskImage,
      };
    });
  for (let row = 0; row < 14; row += 1) {
    // A row slides for a moment.
    await expect
      .poll(async () => {
        const { cutAbove, cutBelow } = await seen();
        return cutAbove + cutBelow;
      })
      .toBe(0);
    if ((await list.getAttribute('data-more')) === 'true') expect((await seen()).mask).toContain('linear-gradient');
    await press('down');
  }
  await expect(list).toHaveAttribute('data-more', 'false');
});

test('a dialog with few choices is no higher than they are', async ({ home: tv }) => {
  await tv.press('down');
  await tv.page.keyboard.down('Enter');
  await expect(tv.page.getByRole('dialog')).toBeVisible();
  await tv.page.keyboard.up('Enter');
  const [rem, list, last] = await tv.page.evaluate(() => {
    const rows = Array.from(document.querySelectorAll('[role="dialog"] [data-more] [data-focus-key]'));
    return [
      parseFloat(getComputedStyle(document.documentElement).fontSize),
      rows[0]!.closest('[data-more]')!.getBoundingClientRect().bottom,
      rows[rows.length - 1]!.getBoundingClientRect().bottom,
    ];
  });
  // The room of the ring, and the one below a row.
  expect(list! - last!).toBeLessThan(2.5 * rem!);
});

test('a wall of posters shows two rows inside the safe area, and a name under every poster', async ({
  home: { page, reach },
}) => {
  await page.evaluate(() => (window.location.hash = '#/browse'));
  await reach('browse');
  const tiles = page.locator('[data-focus-key*="/item:"]');
  await expect(tiles.nth(13)).toBeVisible();
  const { width, height } = page.viewportSize()!;
  for (const index of [0, 6, 7, 13]) {
    const box = (await tiles.nth(index).boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(width * 0.95 + 1);
    expect(box.y + box.height).toBeLessThanOrEqual(height * 0.95 + 1);
    const caption = tiles.nth(index).locator(':scope > [aria-hidden]').last();
    await expect(caption).toBeVisible();
    await expect(caption).not.toHaveText('');
    // No blank band: the next row begins where the room of three lines ends.
    expect((await caption.boundingBox())!.height).toBeGreaterThan(0.02 * height);
  }
});

test('a name that is too long for the room below its tile ends with an ellipsis, whatever the letters', async ({
  home: tv,
}) => {
  const { page } = tv;
  const [name, long] = [
    '막차는 눈을 싣고',
    '막차는 눈을 싣고 끝나지 않는 여름밤의 이야기와 바다 건너 온 편지 그리고 두고 내린 이름',
  ];
  await page.route('**/api/**/items/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).split(`"${name}"`).join(`"${long}"`) });
  });
  const check = async (focusKey: RegExp) => {
    await tv.pressUntil('down', focusKey);
    // A picture that is still on its way shows the name as well.
    const names = page.locator(':focus > [aria-hidden]').last().getByText(long);
    await expect(names).toBeVisible();
    const [isClamped, isInside] = await names.evaluate((element) => {
      const room = element.parentElement!.getBoundingClientRect();
      return [element.scrollHeight > element.clientHeight, element.getBoundingClientRect().bottom <= room.bottom + 1];
    });
    expect([isClamped, isInside]).toEqual([true, true]);
  };
  for (const letters of ['normal', 'large', 'large-3'] as const) {
    await chooseLetters(tv, letters);
    await tv.goTo('/browse', 'browse');
    await check(/item:103$/);
  }
});

test('a query without a match, however long, leaves the headings below it free, whatever the letters', async ({
  home: tv,
}) => {
  const { page } = tv;
  for (const letters of ['normal', 'large', 'large-3']) {
    await chooseLetters(tv, letters);
    for (const query of ['qnpfr', 'rktlrkwkdrlfrhdjfudnsdlfma'.repeat(2)]) {
      await tv.goTo('/home', 'home');
      await tv.goTo('/search', 'search');
      await page.keyboard.type(query);
      const sentence = page.getByRole('status').filter({ hasText: '맞는 작품이 없어요' });
      await expect(sentence).toBeVisible();
      await drawn(page);
      const bottoms = await sentence.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Array.from(range.getClientRects(), ({ bottom }) => bottom);
      });
      const below = page.locator('h2, [data-focus-key^="search/nearest"]').first();
      await expect(below).toBeVisible();
      expect(Math.max(...bottoms), `${letters} ${query}`).toBeLessThanOrEqual((await below.boundingBox())!.y + 1);
    }
  }
});

const LANGS = ['en', 'ja', 'zh', 'fr', 'de', 'es', 'it', 'pt', 'ru', 'th', 'vi', 'id', 'tr', 'ar', 'hi', 'pl'];

test('a menu of the player with many languages shows whole rows, and fades where it continues', async ({
  home: tv,
}) => {
  const { page } = tv;
  await page.route(/\/api\/episodes\/v2\/\d+\/video\//, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { subtitles: { lang: string }[] };
    const subtitles = LANGS.map((lang) => ({ ...reply.subtitles[0], lang }));
    await route.fulfill({ response, json: { ...reply, subtitles } });
  });
  for (const letters of ['normal', 'large-3']) {
    await chooseLetters(tv, letters);
    await tv.goTo(`/play/${DEMO.lastTrainFirst}`, 'player');
    await expect.poll(tv.videoTime).toBeGreaterThan(0);
    // The episode must not end meanwhile.
    await page.evaluate(() => document.querySelector('video')?.pause());
    await page.keyboard.press('F1');
    const menu = page.getByRole('dialog', { name: '자막' });
    await expect(menu).toBeVisible();
    const view = page.locator('[data-more]', { has: menu });
    const rows = menu.locator('[data-focus-key]');
    const count = await rows.count();
    expect(count).toBeGreaterThan(LANGS.length);
    for (let row = 0; row < count; row += 1) {
      await expect(menu.locator(':focus')).toBeVisible();
      // A row slides for a moment.
      await expect
        .poll(() =>
          view.evaluate((element) => {
            const seen = element.getBoundingClientRect();
            const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
            const fade = element.getAttribute('data-more') === 'true' ? 4.5 * rem : 0;
            const focused = document.activeElement!.getBoundingClientRect();
            const all = Array.from(element.querySelectorAll('[data-focus-key]'), (one) => one.getBoundingClientRect());
            return {
              isFocusWhole: focused.top >= seen.top - 1 && focused.bottom <= seen.bottom - fade + 1,
              isInMargin: seen.bottom <= innerHeight * 0.95 + rem,
              cut: all.filter(
                ({ top, bottom }) =>
                  (top < seen.top - 1 && bottom > seen.top + 1) ||
                  (bottom > seen.bottom + 1 && top < seen.bottom - fade - 1),
              ).length,
            };
          }),
        )
        .toEqual({ isFocusWhole: true, isInMargin: true, cut: 0 });
      await tv.press('down');
    }
    await tv.press('back');
    await tv.leavePlayer();
  }
});
