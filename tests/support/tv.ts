import { expect, type Page } from '@playwright/test';
import { DEMO } from './demo-account.ts';

/** Desktop keys for the buttons of the remote. */
const KEYBOARD = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  ok: 'Enter',
  back: 'Escape',
};
export type Button = keyof typeof KEYBOARD;

export interface Tv {
  readonly page: Page;
  press(...buttons: Button[]): Promise<void>;
  /** Waits until a screen has loaded and has the focus. */
  reach(screen: string): Promise<void>;
  focusKey(): Promise<string | null>;
  /** Presses `button` until the focus key matches. */
  pressUntil(button: Button, focusKey: RegExp, most?: number): Promise<void>;
  /** Types e-mail and password on the on-screen keyboard. An account with one profile skips the profile picker. */
  giveAccount(email: string, password: string): Promise<void>;
  /** Signs in by e-mail, from the first screen to 누가 볼까요?. */
  signIn(email?: string, password?: string): Promise<void>;
  /** From the first screen to home, with the first profile. */
  toHome(): Promise<void>;
  /** Navigates to an address as a link does, and waits for `screen` if given. */
  goTo(path: string, screen?: string): Promise<void>;
  videoTime(): Promise<number>;
  /** Leaves the player: while it plays, the first Back only hides the controls. */
  leavePlayer(): Promise<void>;
}

export { DEMO };

export function createTv(page: Page): Tv {
  const focusKey = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['focusKey'] ?? null);
  // Typing before the keyboard is drawn would be unrealistic.
  const seeKeyboard = async (key: RegExp) => {
    await expect.poll(focusKey).toMatch(key);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  };
  const tv: Tv = {
    page,
    focusKey,
    async press(...buttons) {
      for (const button of buttons) await page.keyboard.press(KEYBOARD[button]);
    },
    async reach(screen) {
      await expect(page.locator(`main[data-screen="${screen}"]`)).toBeVisible();
      await expect(page.getByRole('status', { name: '불러오는 중이에요' })).toHaveCount(0);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
        .toBe(true);
    },
    async pressUntil(button, wanted, most = 12) {
      for (let press = 0; press < most; press += 1) {
        if (wanted.test((await focusKey()) ?? '')) return;
        await tv.press(button);
      }
      expect(await focusKey()).toMatch(wanted);
    },
    async giveAccount(email, password) {
      await tv.reach('sign-in');
      await tv.pressUntil('up', /^sign-in\/by-email$/);
      await tv.press('ok');
      await seeKeyboard(/^sign-in\/email\//);
      await page.keyboard.type(email);
      await tv.press('ok');
      await seeKeyboard(/^sign-in\/password\//);
      await page.keyboard.type(password);
      await tv.press('ok');
    },
    async signIn(email = DEMO.email, password = DEMO.password) {
      await tv.giveAccount(email, password);
      await tv.reach('profiles');
    },
    async toHome() {
      await tv.signIn();
      await tv.press('ok');
      await tv.reach('home');
    },
    async goTo(path, screen) {
      await page.evaluate((hash) => void (window.location.hash = hash), path);
      if (screen !== undefined) await tv.reach(screen);
    },
    videoTime: () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1),
    async leavePlayer() {
      await tv.press('back');
      const player = page.locator('main[data-screen="player"]');
      await expect(player.getByRole('button', { name: '자막' })).toHaveCount(0);
      if ((await player.count()) > 0) await tv.press('back');
      await expect(player).toHaveCount(0);
    },
  };
  return tv;
}
