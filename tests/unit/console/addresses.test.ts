// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressOf, replaceAddress } from '#console/lib/route.ts';
import { openPage } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';
import { layWire, settle } from '#tests/support/console/wire.ts';
import type { ConsoleCall } from '#tests/support/console/world.ts';

/* A page whose address changes shows what the new one asks for, never the answer to the one before. */

drawWithoutBrowser();

/** For each word of a page's address: the call that sends it to the server, and the name that it has in the call, if another. */
const SAYS: readonly [page: string, call: ConsoleCall, says: string, sent?: string][] = [
  ['overview', 'getOverview', 'range=month'],
  ['overview', 'getOverview', 'platform=tizen'],
  ['viewing', 'getViewing', 'step=month'],
  ['viewing', 'listViewedTitles', 'span=month'],
  ['viewing', 'listViewedTitles', 'order=never'],
  ['viewing', 'listViewedTitles', 'group=tizen'],
  ['viewing', 'listViewedTitles', 'keyword=fox'],
  ['a viewed title', 'getViewedTitle', 'step=month'],
  ['titles', 'listOperatedTitles', 'keyword=fox'],
  ['titles', 'listOperatedTitles', 'state=delayed'],
  ['titles', 'listOperatedTitles', 'sorting=name'],
  ['titles', 'listOperatedTitles', 'direction=down'],
  ['media', 'listMediaJobs', 'state=failed'],
  ['accounts', 'listAccounts', 'list=unpaid'],
  ['reviews', 'listModeratedReviews', 'state=hidden'],
  ['reviews', 'listModeratedReviews', 'reason=spoiler'],
  ['reviews', 'listModeratedReviews', 'title=12', 'item_id'],
  ['requests', 'listRequestedTitles', 'status=declined'],
  ['advertisements', 'listOperatedAdvertisements', 'keyword=fox'],
  ['advertisements', 'listOperatedAdvertisements', 'state=ended'],
  ['advertisements', 'listOperatedAdvertisements', 'sorting=weight'],
  ['advertisements', 'listOperatedAdvertisements', 'direction=up'],
  ['memberships', 'listOperatedPlans', 'keyword=fox'],
  ['memberships', 'listOperatedPlans', 'state=paused'],
  ['products', 'listOperatedProducts', 'keyword=fox'],
  ['products', 'listOperatedProducts', 'state=paused'],
  ['vouchers', 'listVouchers', 'keyword=fox'],
  ['sales', 'getSales', 'step=month'],
  ['sales', 'listSold', 'of=plan'],
  ['audit', 'listAuditEntries', 'actor=a@bora.example'],
  ['audit', 'listAuditEntries', 'action=staff.role'],
];

test.each([...new Set(SAYS.map(([page]) => page))])('%s follows its address', async (page) => {
  const scene = SCENES[page]!;
  // Months of the made answers are alike: one is enough.
  const oneOf = (usual: { points: object[] }) => ({ ...usual, points: usual.points.slice(0, 1) });
  const wire = layWire({ ...scene, answers: { ...scene.answers, getSales: oneOf } });
  await openPage(scene, wire);
  for (const [, call, says, sent] of SAYS.filter(([of]) => of === page)) {
    const [name, value] = says.split('=') as [string, string];
    const asked = () => [says, wire.queries.get(call)?.get(sent ?? name)];
    expect(asked()).not.toEqual([says, value]);
    await act(async () => replaceAddress(addressOf(`/${scene.at}`, { [name]: value })));
    await settle(wire);
    expect(asked()).toEqual([says, value]);
  }
});

test('each thing that an address may say is tried', () => {
  const folder = join(import.meta.dirname, '../../../console/pages');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  const read = new Set(texts.flatMap((text) => [...text.matchAll(/query\['(\w+)'\]/g)].map(([, name]) => name!)));
  // The clip of a new advertisement, days of the audit log and periods of the sales: their own tests read them.
  for (const own of ['clip', 'day', 'period', 'page']) read.delete(own);
  const tried = new Set(SAYS.map(([, , says]) => says.split('=')[0]!));
  expect([...read].filter((name) => !tried.has(name))).toEqual([]);
  expect(read.size).toBeGreaterThan(10);
});
