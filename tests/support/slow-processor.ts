import type { Page } from '@playwright/test';

/** Slows the page's scripts down, as on a set. @param rate how many times slower than this machine. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
