// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { expect, test } from 'vitest';
import { openOneAfterAnother } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';

/* The dialog of a row is that row's own: nothing of a row whose dialog was open before is in it. */

drawWithoutBrowser();

const pages = Object.entries(SCENES).filter(([, { row }]) => row === undefined);
let cntCompared = 0;
test.each(pages)('a dialog has nothing of another row: %s', async (_, scene) => {
  for (const { name, alone, after } of await openOneAfterAnother(scene)) {
    expect(after, name).toBe(alone);
    cntCompared += 1;
  }
});

test('the pages have at least twenty dialogs that several rows open', () => {
  expect(cntCompared).toBeGreaterThanOrEqual(20);
});
