import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { getStatus, type Status } from '#contract/status.ts';
import { checkPublicAddress } from '#server/start/doctor/public-address.ts';
import { readEnv } from '#server/start/env.ts';
import { sampleOf } from '#tests/support/sample.ts';

test.each([
  [0, 'ok', 'Public address', 'good'],
  [0, 'maintenance', 'Public address', 'warning'],
  [-60, 'ok', 'Clock', 'bad'],
  [60, 'ok', 'Clock', 'bad'],
])('a service whose clock is %d s ahead and that is %s has a finding: %s is %s', async (ahead, status, part, state) => {
  const usual = sampleOf(getStatus.reply) as Status;
  const answer = () => ({ ...usual, status, server_time: new Date(Date.now() + ahead * 1000).toISOString() });
  const service = createServer((_, reply) => reply.end(JSON.stringify(answer()))).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  expect(await checkPublicAddress(readEnv({ PUBLIC_URL: `http://127.0.0.1:${port}` }))).toMatchObject([
    { part, state },
  ]);
  service.closeAllConnections();
  service.close();
});
