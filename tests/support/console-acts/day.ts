import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import type { ReusedDatabase } from '#tests/support/server/reused-database.ts';
import { printActs, type CountedAct, type Hand } from './hands.ts';
import { createOperator, noWay } from './operator.ts';
import { doPeopleActs, doServiceActs, furnishService } from './service-acts.ts';
import { doTitleActs, giveOwnVideo } from './title-acts.ts';

/** Acts that no more than this many presses carry out are short. */
const SHORT = 3;

/** A server with a folder for videos, and what it takes along when it goes. */
export async function startForActs(
  database: ReusedDatabase,
): Promise<{ server: TestServer; folder: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bora-acts-'));
  const server = await startTestServer({ database: await database.take(), mediaFolder: join(folder, 'media') });
  return {
    server,
    folder,
    async end() {
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An operator's working day: the twenty acts with one hand, counted and printed. */
export async function spendDay(page: Page, hand: Hand, { server, folder }: { server: TestServer; folder: string }) {
  const acts: CountedAct[] = [];
  const operator = await createOperator(page, { server, hand, folder, acts });
  await giveOwnVideo(operator);
  await furnishService(operator);
  await page.goto(`${server.url}/console/`);
  await page.getByLabel('이메일').waitFor();
  try {
    await operator.act('sign in', 1, noWay, async () => {
      await hand.write(page.getByLabel('이메일'), DEMO_OWNER.email);
      await hand.write(page.getByLabel('비밀번호'), DEMO_OWNER.password);
      await hand.send('로그인');
      await expect(page.getByRole('heading', { level: 1, name: '현황' })).toBeVisible();
    });
    await doTitleActs(operator);
    await doPeopleActs(operator);
    await doServiceActs(operator);
  } finally {
    printActs(hand.name, acts);
  }
  const short = acts.filter(({ presses }) => presses <= SHORT);
  expect(short.length).toBeGreaterThan(acts.length * 0.9);
}
