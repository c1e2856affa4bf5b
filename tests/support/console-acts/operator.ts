import { expect, type Page } from '@playwright/test';
import type { TestServer } from '#tests/support/server/server.ts';
import type { CountedAct, Hand } from './hands.ts';

/** Who does the acts: a hand at a page of the console, and the server's database behind it. */
export interface Operator {
  readonly page: Page;
  readonly server: TestServer;
  readonly hand: Hand;
  /** A folder for files that are uploaded. */
  readonly folder: string;
  /** Waits for the sentence that a write says when it is done. */
  done(sentence: string): Promise<void>;
  /**
   * Counts one act.
   *
   * @param way to the place where it happens, counted apart
   * @param most presses that it may take
   */
  act(name: string, most: number, way: () => Promise<void>, carryOut: () => Promise<void>): Promise<void>;
}

/** The way to an act that happens where the last one ended. */
export const noWay = () => Promise.resolve();

/** Notes each sentence that the console says: it may be gone before a busy process looks. */
async function noteSentences(page: Page): Promise<(sentence: string) => Promise<boolean>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = (nodes: NodeList) =>
      nodes.forEach((node) => {
        if (node instanceof HTMLParagraphElement && node.matches('[role=status] > p')) said.push(node.textContent);
      });
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => note(addedNodes))).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  let heard: string[] = [];
  /** Whether a sentence was said since the one that was asked for before: two acts may end with the same one. */
  return async (sentence) => {
    heard.push(...(await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))));
    const at = heard.findIndex((one) => one.includes(sentence));
    heard = heard.slice(at + 1);
    return at >= 0;
  };
}

/** @param acts to which each act adds its figures */
export async function createOperator(
  page: Page,
  options: { server: TestServer; hand: Hand; folder: string; acts: CountedAct[] },
): Promise<Operator> {
  const { hand, acts, ...rest } = options;
  const isSaid = await noteSentences(page);
  return {
    page,
    hand,
    ...rest,
    done: (sentence) => expect.poll(() => isSaid(sentence), { message: sentence }).toBe(true),
    async act(name, most, way, carryOut) {
      Object.assign(hand.count, { presses: 0, moves: 0, fields: 0 });
      await way();
      const { presses: wayPresses } = hand.count;
      await carryOut();
      const { presses, moves, fields } = hand.count;
      acts.push({ act: name, way: wayPresses, presses: presses - wayPresses, moves, fields });
      expect(presses - wayPresses, name).toBeLessThanOrEqual(most);
    },
  };
}
