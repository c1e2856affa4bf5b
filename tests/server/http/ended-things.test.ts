import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { expectOutcome, type Outcome } from '#tests/support/server/call-outcome.ts';
import { createExampleCalls } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Calls that come after what they use has ended. On PostgreSQL two servers answer in turns. */

const MINUTE = 60;
const HOUR = 3600;

describe('what a call uses', () => {
  let server: ServerFixture;
  beforeAll(async () => {
    server = await createServerFixture({ records: shopCatalogue() });
  });
  afterAll(() => server.close());
  const examples = createExampleCalls(() => server);

  test.each<[EndpointName, number, Outcome]>([
    ['confirmEmail', 10 * MINUTE, 'AUTH_CODE_EXPIRED'],
    ['signUp', 10 * MINUTE, 'AUTH_CODE_EXPIRED'],
    ['confirmSecondFactor', 10 * MINUTE, 'AUTH_CODE_EXPIRED'],
    ['resetPassword', 15 * MINUTE, 'AUTH_CODE_EXPIRED'],
    ['setPassword', 15 * MINUTE, 'TOKEN_INVALID'],
    ['getDeviceLink', 15 * MINUTE, 'EXPIRED_TOKEN'],
    ['answerDeviceLink', 15 * MINUTE, 'EXPIRED_TOKEN'],
    // Approved in the last second, and fetched within a minute.
    ['getDeviceToken', 16 * MINUTE, 'EXPIRED_TOKEN'],
    ['getInput', 5 * MINUTE, 'NOT_FOUND'],
    ['writeInput', 5 * MINUTE, 'NOT_FOUND'],
    ['changeInput', 5 * MINUTE, 'NOT_FOUND'],
    ['closeInput', 5 * MINUTE, 'NOT_FOUND'],
    ['redeemVoucher', HOUR, 'NOT_FOUND'],
    ['getOrder', 10 * MINUTE, { status: 'expired' }],
    ['getIdentityCheck', 10 * MINUTE, { status: 'expired' }],
    ['updatePlayLog', 12 * HOUR, 'PLAYBACK_EXPIRED'],
    ['renewMediaTicket', 12 * HOUR, 'PLAYBACK_EXPIRED'],
    ['getAdvertisement', 12 * HOUR, { ad: null }],
    ['logAdEvent', 12 * HOUR, 'PLAYBACK_EXPIRED'],
  ])('of %s lives for %i seconds', async (name, seconds, after) => {
    const [inTime, late] = [await examples[name].ask(), await examples[name].ask()];
    server.clock.advance(seconds - 1);
    const last = await server.call(endpoints[name] as Endpoint, inTime);
    expect(last.status).toBeLessThan(300);
    if (typeof after === 'object') expect(last.reply).not.toMatchObject(after);
    server.clock.advance(1);
    await expectOutcome(server, name, late, after);
  });
});
