import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { findVersion } from '#server/catalogue/store.ts';
import { createTransact, type Connection, type Transact } from '#server/db/open.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

/** More than one process has connections. */
const MANY = 12;

let server: ServerFixture;
beforeEach(async () => {
  server = await createServerFixture();
});
afterEach(() => server.close());

/** A gate that blocks callers until the test opens it. */
function createGate() {
  let open!: () => void;
  let arrive!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return {
    open,
    arrived,
    wait() {
      arrive();
      return opened;
    },
  };
}

const buildViewers = () => Promise.all(Array.from({ length: MANY }, () => server.buildViewer()));
const rate = ({ profileToken: token }: Viewer, id: number, score: number) =>
  server.call(endpoints.rateItem, { token, params: { id }, body: { score } });

test('viewers rate, review, like and read during an uncommitted import', async () => {
  const viewers = await buildViewers();
  const written = await server.call(endpoints.writeShortReview, {
    token: viewers[0]!.profileToken,
    params: { id: 2 },
    body: { short_review: '좋아요' },
  });
  const gate = createGate();
  const transact = createTransact(server.db);
  const before = await findVersion(server.db);
  /** Holds the writing transaction open, with all its locks. */
  const holding: Transact = (work) =>
    transact(async (tx: Connection) => {
      const result = await work(tx);
      if ((await findVersion(tx)) !== before) await gate.wait();
      return result;
    });
  const renamed = smallCatalogue().map((record) =>
    record.kind === 'title' ? { ...record, name: `${record.name} 개정판` } : record,
  );
  const importing = importCatalogue({ transact: holding, clock: server.clock }, renamed);
  await gate.arrived;

  const answers = await Promise.all(
    viewers.flatMap((viewer, index) => {
      const { profileToken: token } = viewer;
      return [
        rate(viewer, (index % 4) + 1, 4),
        server.call(endpoints.writeShortReview, { token, params: { id: 1 }, body: { short_review: `${index}번째` } }),
        server.call(endpoints.likeShortReview, { token, params: { id: written.reply!.id } }),
        server.call(endpoints.getItem, { token, params: { id: 1 } }),
      ];
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  gate.open();
  await importing;

  const { reply } = await server.call(endpoints.getItem, { token: viewers[0]!.profileToken, params: { id: 1 } });
  expect([reply.name, reply.cnt_rating]).toEqual(['제목 1 개정판', 3]);
});

test('ratings that wait for one title leave connections for others', async () => {
  const viewers = await buildViewers();
  await rate(viewers[0]!, 1, 3);
  const gate = createGate();
  const holding = createTransact(server.db)(async (tx) => {
    await tx.selectFrom('item_figures').selectAll().where('item_id', '=', 1).forUpdate().execute();
    await gate.wait();
  });
  await gate.arrived;

  const waiting = viewers.map((viewer) => rate(viewer, 1, 4));
  const others = await Promise.all(viewers.map((viewer) => rate(viewer, 2, 5)));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  gate.open();
  await holding;
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  const { reply } = await server.call(endpoints.getItem, { token: viewers[0]!.profileToken, params: { id: 1 } });
  expect([reply.avg_rating, reply.cnt_rating]).toEqual([4, MANY]);
});
