import { expect, test } from 'vitest';
import type { AdEvent } from '#contract/ads.ts';
import { createAdEvents } from '#src/player/ads/ad-events.ts';
import { settled } from '#tests/support/fake-clock.ts';

function setUp() {
  const texts = new Map<string, string>();
  const sent: string[] = [];
  const wire = { isCut: true };
  const eventsOf = (profileId: string) =>
    createAdEvents({
      storage: {
        get: (key) => texts.get(key) ?? null,
        set: (key, text) => void texts.set(key, text),
        remove: (key) => void texts.delete(key),
      },
      profileId,
      send: ({ play_log_id: id }) => (wire.isCut ? Promise.reject(new Error('cut')) : Promise.resolve(sent.push(id))),
      errorCodeOf: () => null,
      logError: () => undefined,
    });
  const eventOf = (id: number | string): AdEvent => ({
    ad_id: 1,
    play_log_id: String(id),
    event: 'start',
    position: 0,
  });
  return { texts, sent, wire, eventsOf, eventOf };
}

test('of more events than an hour offline has, the oldest are dropped', async () => {
  const { sent, wire, eventsOf, eventOf } = setUp();
  const events = eventsOf('minsu');
  for (let id = 1; id <= 65; id += 1) events.tell(eventOf(id));
  await settled();
  wire.isCut = false;
  await events.sendAll('minsu');
  expect(sent).toHaveLength(60);
  expect([sent[0], sent.at(-1)]).toEqual(['6', '65']);
});

test('events are sent as the profile that saw them', async () => {
  const { texts, sent, wire, eventsOf, eventOf } = setUp();
  const [minsu, jisu] = [eventsOf('minsu'), eventsOf('jisu')];
  minsu.tell(eventOf('of minsu'));
  jisu.tell(eventOf('of jisu'));
  await settled();
  wire.isCut = false;
  await jisu.sendAll('jisu');
  expect(sent).toEqual(['of jisu']);
  await jisu.sendAll('minsu');
  expect(sent).toEqual(['of jisu', 'of minsu']);
  expect(texts.size).toBe(0);
});
