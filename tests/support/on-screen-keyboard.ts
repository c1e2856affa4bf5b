import { expect, type Page } from '@playwright/test';
import type { Button, Tv } from './tv.ts';

/** Position of an element of the keyboard. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Drives the on-screen keyboard with arrows or a pointer, by the visible positions of its keys. */
export function createOnScreenKeyboard(tv: Tv, focusKey: string) {
  const { page } = tv;
  const selector = (id: string) => `[data-focus-key=${JSON.stringify(`${focusKey}/${id}`)}]`;
  const middleOf = (css: string): Promise<Spot> =>
    page.locator(css).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    });

  /** Moves the focus with arrows towards the visible position of a key. */
  const goTo = async (id: string) => {
    for (let step = 0; step < 40; step += 1) {
      if ((await tv.focusKey()) === `${focusKey}/${id}`) return;
      await tv.press(
        towards(await middleOf(':focus'), await middleOf(selector(id)), await page.locator(':focus').boundingBox()),
      );
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

const towards = (from: Spot, to: Spot, box: { height: number } | null): Button => {
  const isSameRow = Math.abs(from.y - to.y) < (box?.height ?? 0) / 2;
  if (isSameRow) return to.x < from.x ? 'left' : 'right';
  return to.y < from.y ? 'up' : 'down';
};

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
