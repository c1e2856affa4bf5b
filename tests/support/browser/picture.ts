import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Whether the stories take screenshots (`npm run screenshots`). */
export const takesPictures = process.env['PICTURES'] === '1';

export const PICTURE_FOLDER = join(import.meta.dirname, '../../../artifacts');

/**
 * Takes a screenshot as `artifacts/<name>.png`, once pictures have loaded and transitions have ended.
 * Does nothing in a test run, which must not wait for them.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  );
  await page.screenshot({ path: join(PICTURE_FOLDER, `${name}.png`) });
}
