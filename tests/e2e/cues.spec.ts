import type { Page } from '@playwright/test';
import { getVideo, type Video } from '#contract/playback.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { expect, test } from './fixtures.ts';
import { moves, ONE_TENTH, open, seek, setSize } from './playing.ts';

/*
 * Cues with looks and places over a running picture: drawn as they are written, never over the controls, and always
 * within the screen, whatever size the viewer chose.
 */

test.use({ viewport: { width: 1920, height: 1080 } });

/** Behind the opening. */
const STORY_SECONDS = 20;

const TEXT = `WEBVTT

STYLE
::cue(.ca0c8ff) { color: #a0c8ff; }
::cue(.c101080) { color: #101080; }

00:00.000 --> 01:00.000
<i>누군가의 편지</i>에는 <c.ca0c8ff>푸른 <b>바다</b></c>가 있었다.
<ruby>월광<rt>달빛</rt></ruby>으로 쓴 이름이 <u>하나</u> 더.

00:00.000 --> 01:00.000 line:8%,start position:50% align:center
위쪽 자막

00:00.000 --> 01:00.000 line:38%,center position:22% align:center
<c.c101080>달빛 우체국</c>

00:00.000 --> 01:00.000 line:95%,end position:95%,line-right align:right
오른쪽 아래에 있는
긴 간판의 번역

00:00.000 --> 01:00.000 vertical:rl line:88%,end position:12% align:start
<ruby>우편<rt>편지</rt></ruby>은 매일 밤
`;

/** Gives the opened episode these subtitles, in the server's answer. */
async function withCues(page: Page) {
  await page.route('**/story.vtt', (route) => route.fulfill({ contentType: 'text/vtt', body: TEXT }));
  await page.route(/\/api\/episodes\/v2\/\d+\/video\//, async (route) => {
    const answer = await route.fetch();
    const video: Video = getVideo.reply.parse(await answer.json());
    const url = new URL('/story.vtt', route.request().url()).href;
    await route.fulfill({ response: answer, json: { ...video, subtitles: [{ lang: 'ko', label: '한국어', url }] } });
  });
}

/** The drawn texts of all cues with their boxes, in px of the page. */
const boxesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main p > span > span, rt')].map((text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, left, top, right, bottom };
    }),
  );

const overlaps = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
type Box = Awaited<ReturnType<typeof boxesOf>>[number];

test('draws cues with looks, readings and places, clear of the controls, with normal and with large letters', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  await withCues(page);
  await open(tv, server);
  await moves(tv);
  const inEachSize = async (check: (letters: string) => Promise<void>) => {
    for (const letters of ['normal', 'large']) {
      await page.evaluate((size) => (document.documentElement.dataset['letters'] = size), letters);
      await check(letters);
    }
  };
  const at = (text: string) => page.getByText(text, { exact: true });
  await expect(at('위쪽 자막')).toBeVisible();

  await expect(at('누군가의 편지')).toHaveCSS('font-style', 'italic');
  await expect(at('바다')).toHaveCSS('color', 'rgb(160, 200, 255)');
  await expect(at('하나')).toHaveCSS('text-decoration-line', 'underline');
  // Dark blue on a dark ground would not be readable.
  await expect(at('달빛 우체국')).not.toHaveCSS('color', 'rgb(16, 16, 128)');
  await expect(at('달빛')).toBeVisible();
  await expect(page.locator('rt', { hasText: '편지' }).locator('xpath=ancestor::div[1]')).toHaveCSS(
    'writing-mode',
    'vertical-rl',
  );
  await inEachSize(async () => {
    const reading = (await at('달빛').boundingBox())!;
    const line = (await page.locator('ruby', { hasText: '월광' }).boundingBox())!;
    expect(reading.y).toBeLessThan(line.y + line.height / 2);
    const offPlace = async () => {
      const { x, y, width, height } = (await at('달빛 우체국').boundingBox())!;
      return Math.max(Math.abs(x + width / 2 - 0.22 * 1920), Math.abs(y + height / 2 - 0.38 * 1080));
    };
    await expect.poll(offPlace).toBeLessThan(2);
  });

  for (const size of ['보통', '아주 크게']) {
    // On a busy machine the episode would end before all is looked at.
    await page.evaluate((seconds) => void (document.querySelector('video')!.currentTime = seconds), STORY_SECONDS);
    await moves(tv);
    const nameOf = (letters: string) => `cues-${letters}-${size === '보통' ? 'medium' : 'huge'}`;
    await inEachSize(async (letters) => {
      await setSize(tv, size);
      // The controls appeared with the menu.
      const controls = page.getByRole('slider', { name: '재생 위치' });
      await expect(page.getByRole('button', { name: '자막' })).toBeVisible();
      await picture(page, `${nameOf(letters)}-controls`);
      const top = (await controls.boundingBox())!.y;
      const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
      const clear = async () =>
        (await boxesOf(page)).filter((box) => box.bottom > top || box.top < heading.y + heading.height);
      await expect.poll(clear).toEqual([]);
    });

    // They go by themselves: on a busy machine, Back would come after that and leave the player.
    await expect(page.getByRole('button', { name: '자막' })).toHaveCount(0);
    await inEachSize(async (letters) => {
      const within = async () =>
        (await boxesOf(page)).filter(
          ({ left, top: above, right, bottom }) => left < 20 || above < 10 || right > 1900 || bottom > 1070,
        );
      await expect.poll(within).toEqual([]);
      await picture(page, nameOf(letters));
    });
  }
  // The button to skip the opening lies beside them, at their height.
  await seek(tv, ONE_TENTH);
  const prompt = page.getByRole('button', { name: '오프닝 건너뛰기' });
  await expect(prompt).toBeVisible();
  for (const letters of ['normal', 'large-3']) {
    await page.evaluate((size) => (document.documentElement.dataset['letters'] = size), letters);
    const covered = async () => {
      const { x, y, width, height } = (await prompt.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const button = { text: '', left: x, top: y, right: x + width, bottom: y + height };
      return (await boxesOf(page)).filter((box) => overlaps(box, button));
    };
    await expect.poll(covered).toEqual([]);
  }
  // Cues at an edge follow each other.
  await inEachSize(async () => {
    const isCovered = async () => {
      const boxes = await boxesOf(page);
      expect(boxes.length).toBeGreaterThan(7);
      const lastLine = boxes.find((box) => box.text?.endsWith('더.'))!;
      const sign = boxes.find((box) => box.text === '긴 간판의 번역')!;
      return overlaps(lastLine, sign);
    };
    await expect.poll(isCovered).toBe(false);
  });
});
