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
  done(sentence: string | RegExp): Promise<void>;
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

/** @param acts to which each act adds its figures */
export function createOperator(
  page: Page,
  options: { server: TestServer; hand: Hand; folder: string; acts: CountedAct[] },
): Operator {
  const { hand, acts, ...rest } = options;
  return {
    page,
    hand,
    ...rest,
    done: (sentence) => expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible(),
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
