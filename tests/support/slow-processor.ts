import type { Page } from '@playwright/test';

/**
 * Slows the page's scripts down, as on a set, at a rate that the test may change; 1 is this machine. Chromium spins for
 * the rest of the time, also while the page is idle: slow down no longer than needed.
 */
export async function createThrottle(page: Page): Promise<(rate: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate }));
}

export const slowDown = async (page: Page, rate: number): Promise<void> => (await createThrottle(page))(rate);
