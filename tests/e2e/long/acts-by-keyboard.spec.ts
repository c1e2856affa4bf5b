import { spendDay, startForActs } from '#tests/support/console-acts/day.ts';
import { createKeyboard } from '#tests/support/console-acts/hands.ts';
import { expect, listenTo, test as base } from '../fixtures.ts';

const test = base.extend<{ day: Awaited<ReturnType<typeof startForActs>> }>({
  day: async ({ database }, use) => {
    const day = await startForActs(database);
    await use(day);
    await day.end();
  },
});

test('an operator carries out the twenty acts of a day by keyboard alone, most of them in three presses', async ({
  page,
  day,
}) => {
  const said = listenTo(page);
  await spendDay(page, createKeyboard(page), day);
  expect(said).toEqual([]);
});
