import { expect } from '@playwright/test';
import type { Tv } from '#tests/support/tv.ts';

/** The choices of 글자 크기, by the value of the setting. */
const SIZES: Record<string, string> = { normal: '보통', large: '1.3배', 'large-2': '1.5배', 'large-3': '2배' };

/** Chooses the size of letters in the settings. */
export async function chooseLetters(tv: Tv, letters: string): Promise<void> {
  const { page } = tv;
  if (letters === 'normal') return;
  await tv.goTo('/settings', 'settings');
  await page.getByRole('button', { name: '접근성' }).hover();
  await page.getByRole('button', { name: /글자 크기/ }).click();
  await page.getByRole('radio', { name: SIZES[letters] ?? letters }).click();
  await expect(page.locator('html')).toHaveAttribute('data-letters', letters);
}
