import type { Page } from '@playwright/test';

/** Waits until the page has drawn so many frames. */
export const frames = (page: Page, count: number) =>
  page.evaluate(
    (most) =>
      new Promise<void>((resolve) => {
        let drawn = 0;
        requestAnimationFrame(function next() {
          drawn += 1;
          if (drawn < most) requestAnimationFrame(next);
          else resolve();
        });
      }),
    count,
  );
