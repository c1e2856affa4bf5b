import { expect } from 'vitest';
import { apart, LOOK, looksAt } from '#tests/support/media/drawn-demo.ts';
import { FRAMES, type EngineTv } from './engine-tv.ts';

/** Of the film's 90 seconds; it has drawings and a picture subtitle then. */
const AT_SECONDS = 27;
const COLOURS = `(function () {
  var canvas = document.createElement('canvas'), context = canvas.getContext('2d');
  canvas.width = ${LOOK.width};
  canvas.height = ${LOOK.height};
  context.drawImage(document.querySelector('video'), 0, 0, ${LOOK.width}, ${LOOK.height});
  return Array.from(context.getImageData(0, 0, ${LOOK.width}, ${LOOK.height}).data)
    .filter(function (_, at) { return at % 4 < 3; });
})()`;
/** Left, width and lower edge of the picture subtitle, in per cent of the screen. */
const PLACE = `(function () {
  var shown = document.querySelector('[style*="pictures-ko-1.webp"]');
  if (!shown) return null;
  var box = shown.getBoundingClientRect();
  return [box.left / innerWidth, box.width / innerWidth, box.bottom / innerHeight].map(function (share) {
    return Math.round(share * 100);
  });
})()`;

/** Plays a title with drawn segments and subtitles of a disc: the picture is the drawn one, under the picture subtitle. */
export async function watchDrawings(tv: EngineTv, episodeId: number, picture: string): Promise<void> {
  const video = `document.querySelector('video')`;
  await tv.page.evaluate(`void (location.hash = '#/play/${episodeId}')`);
  while (!tv.requested.some(({ pathname }) => pathname.endsWith('/pictures-ko.vtt'))) await tv.page.evaluate(FRAMES);
  await tv.page.until(`${video}.currentTime > 0.5`);
  await tv.press('three');
  await tv.page.until(`${video}.currentTime > ${AT_SECONDS} && !${video}.seeking`);
  // The controls, which it gives way to, are gone.
  await tv.page.until(`${PLACE} + '' === '29,42,89'`);
  const [drawn, plain] = await looksAt(AT_SECONDS);
  const colours = await tv.page.evaluate<number[]>(COLOURS);
  await tv.page.screenshot(picture);
  expect(tv.requested.some(({ pathname }) => pathname.endsWith('-drawn-ko.webm'))).toBe(true);
  expect(apart(colours, drawn!)).toBeLessThan(apart(colours, plain!));
  const from = await tv.videoTime();
  await tv.page.until(`${video}.currentTime > ${from + 0.5}`);
}
