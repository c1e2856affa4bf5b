import { expect, type Page } from '@playwright/test';
import type { Button, Tv } from '#tests/support/tv.ts';

/** Drives the on-screen keyboard with arrows or a pointer, by the visible positions of its keys. */
export function createOnScreenKeyboard(tv: Tv, focusKey: string) {
  const { page } = tv;
  const selector = (id: string) => `[data-focus-key=${JSON.stringify(`${focusKey}/${id}`)}]`;
  /** The arrow that leads towards a key; null when the key has the focus. */
  const wayTo = (id: string): Promise<Button | null> =>
    page.locator(selector(id)).evaluate((key) => {
      const focused = document.activeElement!;
      if (focused === key) return null;
      const [from, to] = [focused.getBoundingClientRect(), key.getBoundingClientRect()];
      const across = to.left + to.right - from.left - from.right;
      const down = to.top + to.bottom - from.top - from.bottom;
      if (Math.abs(down) < from.height) return across < 0 ? 'left' : 'right';
      return down < 0 ? 'up' : 'down';
    });

  /** Moves the focus with arrows towards the visible position of a key. */
  const goTo = async (id: string) => {
    for (let step = 0; step < 40; step += 1) {
      const button = await wayTo(id);
      if (button === null) return;
      await tv.press(button);
    }
    expect(await tv.focusKey()).toBe(`${focusKey}/${id}`);
  };

  return {
    async press(...ids: string[]) {
      for (const id of ids) {
        await goTo(id);
        await tv.press('ok');
      }
    },
    async click(...ids: string[]) {
      for (const id of ids) await page.locator(selector(id)).click();
    },
    ready: () => expect.poll(() => tv.focusKey()).toMatch(new RegExp(`^${focusKey}/`)),
  };
}

/** The code of the newest mail to an address, from the server's mailbox. */
export async function readMailedCode(page: Page, serverUrl: string, to: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${serverUrl}/dev/mail.json?to=${encodeURIComponent(to)}`);
      const { results } = (await answer.json()) as { results: { text: string }[] };
      code = /^코드: (\w+)$/m.exec(results[0]?.text ?? '')?.[1];
      return code;
    })
    .toBeTruthy();
  return code ?? '';
}
