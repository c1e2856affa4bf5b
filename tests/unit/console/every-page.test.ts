// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { expect, test } from 'vitest';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { PAGES } from '#console/lib/pages.ts';
import { pressAll } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';

/*
 * What each page of the console shows, offers and sends: every button is pressed and every form is filled in and sent, with
 * answers that say where each value comes from. The files in `pages/` hold what came of it; read their difference before you
 * take it over with `-u`. A press that is answered late, refused, or meets somebody else's change is in there too.
 */

drawWithoutBrowser();

const called = new Set<string>();
const linked = new Set<string>();
test.each(Object.entries(SCENES))('what is shown, offered and sent is as recorded: %s', async (name, scene) => {
  const { lines, calls } = await pressAll(scene);
  for (const call of calls) called.add(call);
  for (const [, address] of lines.join('\n').matchAll(/ -> #([^\s?]*)/g)) linked.add(address!);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`pages/${name.replaceAll(' ', '-')}.txt`);
});

test('each link leads to a page of the console', () => {
  const paths = new Set(PAGES.map(({ path }) => path));
  const lost = [...linked].filter((address) => !paths.has(address.split('/')[1] as never) || !address.startsWith('/'));
  expect(linked.size).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});

/** Acts that begin with a decoded picture, a video, a read subtitle or a provider: stories in a browser do them. */
const NEED_A_BROWSER = [
  ...['setTitlePicture', 'setEpisodePicture', 'addSubtitle', 'addSound'],
  ...['correctReadLines', 'publishReading', 'removeReading', 'confirmConsoleSession'],
];

test('each call that changes something is made by one of the pages', () => {
  const writing = Object.entries(consoleEndpoints).filter(
    ([name, { method }]) => method !== 'GET' && !/^export/.test(name),
  );
  const missing = writing.map(([name]) => name).filter((name) => !called.has(name));
  expect(missing.sort()).toEqual(NEED_A_BROWSER.sort());
});
