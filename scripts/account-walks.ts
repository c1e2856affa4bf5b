import type { Page } from '@playwright/test';
import { createOnScreenKeyboard, readMailedCode } from '#tests/support/on-screen-keyboard.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';

type Shoot = (page: Page, name: string) => Promise<void>;
type Walk = (tv: Tv) => Promise<void>;

/** Takes back all that is typed at the step. */
export async function clear(page: Page) {
  const field = page.getByRole('textbox');
  while ((await field.textContent()) !== '') await page.keyboard.press('Backspace');
}

/** The steps of the forms, profiles and what settings say of the account, for pictures. */
export function createAccountWalks(shoot: Shoot, serverUrl: string): Record<string, Walk> {
  /** Waits for a step, and types as a hardware keyboard does. */
  const typeAt = async (tv: Tv, focusKey: string, text: string) => {
    await createOnScreenKeyboard(tv, focusKey).ready();
    await tv.page.keyboard.type(text);
  };
  const openFromSignIn = async (tv: Tv, way: string) => {
    await tv.reach('sign-in');
    await tv.pressUntil('down', new RegExp(`^sign-in/${way}$`));
    await tv.press('ok');
  };
  const openSettings = async (tv: Tv) => {
    await tv.toHome();
    await tv.goTo('/settings', 'settings');
  };

  return {
    async 'account forms: sign-up'(tv) {
      const { page } = tv;
      await openFromSignIn(tv, 'sign-up');
      await typeAt(tv, 'sign-up/email', '');
      await shoot(page, 'sign-up-empty');
      await page.locator('[data-focus-key="sign-up/email/done"]').click();
      await shoot(page, 'sign-up-email-missing');
      await page.keyboard.type('minsu');
      await shoot(page, 'sign-up-email');
      await page.locator('[data-focus-key="sign-up/email/g"]').hover();
      await tv.press('left', 'right');
      await page.keyboard.down('Enter');
      await page.getByRole('status', { name: /모음/ }).waitFor();
      await page.keyboard.up('Enter');
      await shoot(page, 'keyboard-vowels');
      await tv.press('left');
      await clear(page);
      await page.keyboard.type(DEMO.email);
      await tv.press('ok');
      await page.getByRole('alert').waitFor();
      await shoot(page, 'sign-up-taken');
      await clear(page);
      await page.keyboard.type('a-rather-long-address.of-somebody@bora.example');
      await tv.press('ok');
      await typeAt(tv, 'sign-up/code', '');
      await shoot(page, 'sign-up-code');
      await page.keyboard.type('111111');
      await page.getByRole('alert').waitFor();
      await shoot(page, 'sign-up-code-wrong');
      await clear(page);
      await page.keyboard.type(await readMailedCode(page, serverUrl, 'a-rather-long-address.of-somebody@bora.example'));
      await typeAt(tv, 'sign-up/password', 'abc');
      await shoot(page, 'sign-up-password');
      await tv.press('ok');
      await shoot(page, 'sign-up-password-weak');
      await page.keyboard.type('def-123456');
      await tv.press('ok');
      await typeAt(tv, 'sign-up/again', 'abcdef');
      await tv.press('ok');
      await shoot(page, 'sign-up-again');
      await clear(page);
      await page.keyboard.type('abcdef-123456');
      await tv.press('ok');
      await tv.reach('home');
      await shoot(page, 'newcomer-home');
    },
    async 'account forms: sign-in'(tv) {
      const { page } = tv;
      await openFromSignIn(tv, 'by-email');
      await typeAt(tv, 'sign-in/email', 'demo@na');
      await shoot(page, 'sign-in-email');
      await page.locator('[data-focus-key$="layer-symbols"]').click();
      await shoot(page, 'keyboard-symbols');
      await clear(page);
      await page.keyboard.type(DEMO.email);
      await tv.press('ok');
      await typeAt(tv, 'sign-in/password', 'bora-d');
      await page.locator('[data-focus-key$="layer-hangul"]').click();
      await shoot(page, 'keyboard-hangul');
      await page.locator('[data-focus-key$="shift"]').click();
      await shoot(page, 'keyboard-hangul-shift');
      await page.locator('[data-focus-key$="reveal"]').click();
      await shoot(page, 'sign-in-password-shown');
    },
    async 'account forms: forgotten'(tv) {
      const { page } = tv;
      await openFromSignIn(tv, 'forgotten');
      await typeAt(tv, 'forgotten/email', 'free@bora.example');
      await shoot(page, 'forgotten-email');
      await tv.press('ok');
      await typeAt(tv, 'forgotten/code', '0123456789');
      await shoot(page, 'forgotten-code');
      await tv.press('ok');
      for (const step of ['password', 'again']) {
        await typeAt(tv, `forgotten/${step}`, 'new-password-7');
        await shoot(page, `forgotten-${step}`);
        await tv.press('ok');
      }
      await page.getByRole('alert').waitFor();
      await shoot(page, 'forgotten-code-wrong');
    },
    async profiles(tv) {
      const { page } = tv;
      await tv.signIn(DEMO.email, DEMO.password);
      await tv.press('down', 'ok');
      await shoot(page, 'profiles-manage');
      await tv.press('up', 'ok');
      await tv.reach('profile-edit');
      await shoot(page, 'profile-edit');
      for (const step of ['name', 'picture', 'age', 'pin', 'remove']) {
        await tv.press('ok');
        await shoot(page, `profile-edit-${step}`);
        await tv.press('back', 'down');
      }
      await tv.press('back');
      await tv.reach('profiles');
      await tv.pressUntil('right', /^profiles\/add$/);
      await tv.press('ok');
      await tv.reach('profile-edit');
      await shoot(page, 'profile-new-name');
      await page.keyboard.type('tngus');
      await tv.press('ok');
      await shoot(page, 'profile-new');
      await tv.press('ok');
      await tv.reach('profiles');
      await shoot(page, 'profiles-five');
      await tv.pressUntil('left', /^profile:/);
    },
    async 'profiles: PIN'(tv) {
      const { page } = tv;
      await tv.signIn(DEMO.email, DEMO.password);
      await tv.press('right', 'ok');
      await page.getByRole('dialog').waitFor();
      for (const pin of ['9999', '9998']) {
        await page.keyboard.type(pin);
        await page.getByText('PIN이 맞지 않아요.').waitFor();
      }
      await shoot(page, 'pin-wrong');
      await page.keyboard.type('9997');
      await page.getByText('뒤에 다시').waitFor();
      await shoot(page, 'pin-wait');
    },
    async 'settings: account'(tv) {
      const { page } = tv;
      await openSettings(tv);
      await tv.press('right', 'down', 'down', 'ok');
      await tv.reach('password');
      await typeAt(tv, 'change/old', 'wrong-old-1');
      await shoot(page, 'change-old');
      await tv.press('ok');
      for (const step of ['password', 'again']) {
        await typeAt(tv, `change/${step}`, 'new-password-7');
        await shoot(page, `change-${step}`);
        await tv.press('ok');
      }
      await page.getByRole('alert').waitFor();
      await shoot(page, 'change-old-wrong');
      await tv.press('back');
      await tv.reach('settings');
      await tv.press('down', 'ok');
      await shoot(page, 'settings-sign-out');
      await tv.press('back', 'down', 'ok');
      await shoot(page, 'settings-sign-out-everywhere');
      await tv.press('back', 'left', 'down', 'down', 'right');
      await shoot(page, 'settings-devices-focus');
      await tv.press('ok');
      await shoot(page, 'settings-device-sign-out');
      await tv.press('back', 'left', 'down', 'down', 'right', 'down', 'down', 'down', 'ok');
      await shoot(page, 'settings-device-keyboard');
      await tv.press('left', 'up', 'up', 'up', 'up', 'right');
      await tv.pressUntil('up', /\/password$/);
      await tv.press('ok');
      await tv.reach('password');
      await page.keyboard.type('abc');
      await shoot(page, 'change-old-device-keyboard');
    },
  };
}
