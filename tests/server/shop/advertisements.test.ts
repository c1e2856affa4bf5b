import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAdvertisement,
  changeAdvertisement,
  endAdvertisement,
  getOperatedAdvertisement,
  listAdvertisementClips,
  listOperatedAdvertisements,
  type OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import { endpoints } from '#contract/endpoints.ts';
import { foldAdvertisements } from '#server/ads/fold.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, shopCatalogue } from '#tests/support/server/server-records.ts';

/* Operators work on advertisements while viewers watch them. */

/** Shorter than the idle time of a session. */
const MINUTE = 60;
const DAY = 24 * 3600;

/** A clip with files, which nothing plays. */
const spare = buildClipRecord({
  id: 'spare',
  duration: 20,
  subtitles: [],
  thumbnails: null,
  intro: null,
  outro: null,
  streams: [{ protocol: 'dash', path: 'media/other/video.mp4' }],
});
const records = [...shopCatalogue(), spare];

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
let editor: Member;
beforeAll(async () => {
  server = await createServerFixture({ records });
  members = createMembers(server);
  owner = await members.buildMember('owner');
  editor = await members.buildMember('editor');
});
afterAll(() => server.close());
beforeEach(async () => {
  await importCatalogue({ transact: createTransact(server.db), clock: server.clock }, records);
  for (const table of ['ad_events', 'ad_hours', 'ad_figures'] as const) await server.db.deleteFrom(table).execute();
});

const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString();
const fields = { title: '새 광고', clip_id: 'spare', skip_after: 5, weight: 1, starts_at: null, ends_at: null };
const fieldsOf = ({ title, clip, skip_after, weight, starts_at, ends_at }: OperatedAdvertisement) => ({
  title,
  clip_id: clip.id,
  skip_after,
  weight,
  starts_at,
  ends_at,
});
const list = async (query: Record<string, string | number> = {}) =>
  (await members.call(listOperatedAdvertisements, editor, { query })).reply;
const show = async (id: number) => (await members.call(getOperatedAdvertisement, editor, { params: { id } })).reply;
const add = (body: object, by = editor) => members.call(addAdvertisement, by, { body: { ...fields, ...body } });
const change = async (id: number, changes: object, version?: string) => {
  const { advertisement } = await show(id);
  const body = { ...fieldsOf(advertisement), ...changes, version: version ?? advertisement.version };
  return members.call(changeAdvertisement, editor, { params: { id }, body });
};
const end = async (id: number, version?: string) =>
  members.call(endAdvertisement, owner, {
    params: { id },
    body: { version: version ?? (await show(id)).advertisement.version },
  });

/** Opens an episode with two breaks as a new viewer. */
const watch = async () => {
  const { profileToken: token } = await server.buildViewer({ plan: 'free' });
  const video = (await server.call(endpoints.getAvodVideo, { token, params: { id: 801 }, query: { device: 'web' } }))
    .reply;
  return {
    async adOf(index: number) {
      const query = { ad_break_id: video.ad_breaks[index]!.id, play_log_id: video.play_log_id };
      return (await server.call(endpoints.getAdvertisement, { token, query })).reply.ad;
    },
    async tell(adId: number, ...events: string[]) {
      for (const event of events)
        await server.call(endpoints.logAdEvent, {
          token,
          body: { ad_id: adId, play_log_id: video.play_log_id, event, position: 1 },
        });
    },
  };
};

const idsOf = ({ results }: { results: readonly OperatedAdvertisement[] }) => results.map(({ id }) => id);

describe('an advertisement', () => {
  test('viewers get an advertisement that an editor adds, with its share, at once', async () => {
    for (const id of [1, 2, 3]) await end(id);
    expect(await (await watch()).adOf(0)).toBeNull();
    const added = await add({ title: ' 봄 축제 ', weight: 3 });
    expect(added.status).toBe(201);
    expect(added.reply).toMatchObject({ id: 4, title: '봄 축제', state: 'running', share: 1, clip: { duration: 20 } });
    expect(await (await watch()).adOf(1)).toMatchObject({ id: 4, title: '봄 축제', duration: 20, skip_after: 5 });
  });

  test('runs from its start to its end, and a running one keeps its break until it ends', async () => {
    for (const id of [2, 3]) await end(id);
    expect((await change(1, { starts_at: at(MINUTE), ends_at: at(2 * MINUTE) })).reply.state).toBe('scheduled');
    expect(await (await watch()).adOf(0)).toBeNull();
    server.clock.advance(MINUTE);
    const viewer = await watch();
    expect(await viewer.adOf(0)).toMatchObject({ id: 1 });
    // Another one with a hundred times the weight takes no break that is given out.
    await change(2, { starts_at: null, ends_at: null, weight: 100 });
    expect(await viewer.adOf(0)).toMatchObject({ id: 1 });
    server.clock.advance(MINUTE);
    expect(await viewer.adOf(0)).toMatchObject({ id: 2 });
    expect(idsOf(await list({ state: 'ended' }))).toEqual([1, 3]);
  });

  test('changes of two operators to an advertisement are compared, and nothing is lost', async () => {
    const seen = (await show(1)).advertisement;
    const first = await change(1, { weight: 7 }, seen.version);
    expect(first.reply).toMatchObject({ weight: 7 });
    for (const answer of [await change(1, { title: '다른 이름' }, seen.version), await end(1, seen.version)])
      expect([answer.status, answer.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await show(1)).advertisement).toEqual(first.reply);
  });

  test('is in the audit log with its state before and after, and an unchanged one is not', async () => {
    const { reply: added } = await add({ title: '기록할 광고' });
    await change(added.id, { weight: 2 });
    await change(added.id, { weight: 2 });
    await end(added.id);
    await end(added.id);
    const query = { subject_kind: 'advertisement', subject_id: String(added.id) };
    const { results } = (await members.call(listAuditEntries, owner, { query })).reply;
    const recent = results.slice(0, 3);
    expect(recent.map(({ action, actor }) => [action, actor]).sort()).toEqual([
      ['advertisement.add', editor.email],
      ['advertisement.change', editor.email],
      ['advertisement.end', owner.email],
    ]);
    expect(recent.find(({ action }) => action === 'advertisement.change')).toMatchObject({
      before: { weight: 1 },
      after: { weight: 2, title: '기록할 광고' },
    });
    expect((await show(added.id)).decisions).toHaveLength(results.length);
  });

  test.each([
    ['a clip that a visible episode plays', { clip_id: 'short' }, '회차'],
    ['an unknown clip', { clip_id: 'nothing' }, '없는 영상'],
    ['a clip without its files', { clip_id: 'ad-1' }, '파일'],
    ['a skip after the end of the clip', { skip_after: 20 }, '20초'],
    ['an end before its start', { starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, '시각'],
  ])('is refused with %s', async (_, body, part) => {
    const before = await list();
    const { status, error } = await add(body);
    expect([status, error.code]).toEqual([409, 'REFUSED']);
    expect(error.message).toContain(part);
    expect(await list()).toEqual(before);
  });

  test.each([{ weight: 0 }, { weight: 101 }, { title: '  ' }, { skip_after: -1 }, { starts_at: 'tomorrow' }])(
    'is malformed with %j',
    async (body) => expect((await add(body)).error.code).toBe('VALIDATION_FAILED'),
  );

  test('an advertisement that is ended before its start has neither a future start nor a future end', async () => {
    const { id } = (await add({ starts_at: at(DAY), ends_at: at(2 * DAY) })).reply;
    const now = at(0);
    expect((await end(id)).reply).toMatchObject({ state: 'ended', starts_at: now, ends_at: now });
    expect((await end(id)).reply).toMatchObject({ state: 'ended', ends_at: now });
  });
});

test('advertisements are found, sorted and paged', async () => {
  await change(2, { weight: 50 });
  await change(3, { weight: 9, starts_at: at(DAY) });
  const all = await list();
  expect([all.count, idsOf(all)]).toEqual([3, [1, 2, 3]]);
  expect(all.results.map(({ share }) => share)).toEqual([1 / 51, 50 / 51, null]);
  expect(idsOf(await list({ sorting: 'weight', direction: 'down' }))).toEqual([2, 3, 1]);
  expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 3, results: [{ id: 2 }] });
  expect(idsOf(await list({ keyword: '광고 3' }))).toEqual([3]);
  expect(idsOf(await list({ keyword: 'AD-2' }))).toEqual([2]);
  expect(idsOf(await list({ state: 'scheduled' }))).toEqual([3]);
});

test('clips are listed with what plays them, those for advertisements first', async () => {
  const clips = async (query: Record<string, string | number> = {}) =>
    (await members.call(listAdvertisementClips, editor, { query })).reply;
  const { count, results } = await clips();
  const ids = results.map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual(['ad-1', 'ad-2', 'ad-3']);
  expect(ids.slice(3)).toEqual(ids.slice(3).sort());
  expect(results.filter(({ is_free: isFree }) => isFree).map(({ id }) => id)).toEqual([...ids.slice(0, 3), 'spare']);
  const pages = await Promise.all(ids.map((_, offset) => clips({ limit: 1, offset })));
  expect(pages.map((page) => page.results[0]?.id)).toEqual(ids);
  expect(results.find(({ id }) => id === 'ad-2')).toMatchObject({ duration: 12, used_by: ['광고 광고 2'] });
  expect(await clips({ keyword: 'SPA' })).toMatchObject({ count: 1, results: [{ id: 'spare', used_by: [] }] });
  expect((await clips({ limit: 1, offset: 1 })).count).toBe(count);
  const found = async (keyword: string) => (await clips({ keyword })).results.map(({ id }) => id);
  expect(await found('광고 3')).toEqual(['ad-3']);
  expect(await found('제목 8 4')).toEqual(['whole']);
});

describe('the figures', () => {
  const count = () => foldAdvertisements(server.db, server.clock.now(), new AbortController().signal);

  test('are counted by day in Korea and in sum, each event once, and stay when the events are gone', async () => {
    const shown = async (...events: string[]) => {
      const viewer = await watch();
      const ad = (await viewer.adOf(0))!;
      await viewer.tell(ad.id, ...events);
    };
    for (const id of [2, 3]) await end(id);
    const seconds = 20;
    /** A viewer who sees the whole advertisement, and what the player tells at its end. */
    const seen = async (...events: string[]) => {
      const viewer = await watch();
      const ad = (await viewer.adOf(0))!;
      await viewer.tell(ad.id, 'impression', 'start');
      server.clock.advance(seconds);
      await viewer.tell(ad.id, ...events);
    };
    await seen('complete');
    await seen('skip');
    // Yesterday.
    const received_at = new Date(at(-DAY));
    await server.db.updateTable('ad_events').set({ received_at }).execute();
    await count();
    await shown('impression', 'error');
    server.clock.advance(seconds);
    await count();
    await count();
    const { advertisement, days } = await show(1);
    expect(days).toHaveLength(28);
    expect(advertisement.total).toMatchObject({ cnt_impression: 3, cnt_start: 2, cnt_complete: 1, cnt_skip: 1 });
    expect(advertisement.total.completion_rate).toBeCloseTo(1 / 3);
    expect(
      days
        .slice(-3)
        .map(({ cnt_impression, cnt_error, completion_rate }) => [cnt_impression, cnt_error, completion_rate]),
    ).toEqual([
      [0, 0, null],
      [2, 0, 0.5],
      [1, 1, 0],
    ]);
    expect(idsOf(await list({ sorting: 'impressions', direction: 'down' }))[0]).toBe(1);

    await server.db.deleteFrom('ad_events').execute();
    await count();
    expect((await show(1)).advertisement.total).toEqual(advertisement.total);
  });

  test('have the hours of an outage, although a wrong clock has dated an event to next year', async () => {
    const viewer = await watch();
    const { id } = (await viewer.adOf(0))!;
    await viewer.tell(id, 'impression');
    server.clock.advance(20);
    await count();
    await server.db.deleteFrom('ad_events').execute();
    await server.db
      .updateTable('ad_hours')
      .set({ hour: new Date(at(365 * DAY)) })
      .execute();
    await viewer.tell(id, 'start');
    await server.db
      .updateTable('ad_events')
      .set({ received_at: new Date(at(-DAY / 2)) })
      .execute();
    await count();
    expect((await show(id)).advertisement.total.cnt_start).toBe(1);
  });
});

test('a new advertisement never has the number of one that is gone, whose figures stay', async () => {
  const { id } = (await add({})).reply;
  const none = { cnt_start: 0, cnt_complete: 0, cnt_skip: 0, cnt_error: 0 };
  await server.db
    .insertInto('ad_figures')
    .values({ day: '2026-11-01', ad_id: id + 5, cnt_impression: 1, ...none })
    .execute();
  expect((await add({})).reply.id).toBe(id + 6);
});

test('an import takes weights and times from its records, and removes what they lack', async () => {
  const { id } = (await add({ weight: 4, starts_at: at(DAY) })).reply;
  await importCatalogue({ transact: createTransact(server.db), clock: server.clock }, [
    ...records.filter((record) => record.kind !== 'advertisement'),
    { kind: 'advertisement', id: 9, title: '실은 광고', clip: 'spare', skip_after: null, weight: 8, ends_at: at(DAY) },
  ]);
  expect(await list()).toMatchObject({ count: 1, results: [{ id: 9, weight: 8, starts_at: null, ends_at: at(DAY) }] });
  expect((await members.call(getOperatedAdvertisement, editor, { params: { id } })).error.code).toBe('NOT_FOUND');
});
