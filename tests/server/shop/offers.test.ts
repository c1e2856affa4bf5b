import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPlan,
  changePlan,
  changeProduct,
  listOperatedPlans,
  listOperatedProducts,
  type OperatedPlan,
  type OperatedProduct,
} from '#contract/console/offers.ts';
import { getTitleRecord, changeProducts } from '#contract/console/title-editing.ts';
import { endpoints } from '#contract/endpoints.ts';
import { exportCatalogue } from '#server/catalogue/transfer/export-catalogue.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

const DAY = 24 * 3600;
const ALWAYS = { is_paused: false, starts_at: null, ends_at: null };

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000).toISOString();
/** The session of a member ends meanwhile. */
const passDays = async (days: number) => {
  server.clock.advance(days * DAY);
  owner = await members.buildMember('owner');
};
const plansForSale = async () => {
  const { token } = await server.buildViewer();
  const { results } = (await server.call(endpoints.listPlans, { token })).reply;
  return results.map(({ name, price, days }) => ({ name, price, days }));
};
const add = async (changes: object = {}) =>
  members.call(addPlan, owner, {
    body: { plan: 'basic', name: '시험', price: 1000, days: 7, ...ALWAYS, ...changes },
  });
const bodyOf = ({ name, price, days, is_paused, starts_at, ends_at, coming, version }: OperatedPlan) => ({
  name,
  price,
  days,
  is_paused,
  starts_at,
  ends_at,
  coming,
  version,
});
const change = (plan: OperatedPlan, changes: object) =>
  members.call(changePlan, owner, { params: { id: plan.id }, body: { ...bodyOf(plan), ...changes } });

const productOf = async (id: number): Promise<OperatedProduct> => {
  const { results } = (await members.call(listOperatedProducts, owner)).reply;
  return results.find((product) => product.id === id)!;
};
const changeProductOf = (
  { id, name, price, is_paused, starts_at, ends_at, coming, version }: OperatedProduct,
  changes: object,
) =>
  members.call(changeProduct, owner, {
    params: { id },
    body: { name, price, is_paused, starts_at, ends_at, coming, version, ...changes },
  });

describe('a plan', () => {
  test('a plan that an operator adds is for sale at once, and its id is never used again', async () => {
    const first = (await add({ name: '주말' })).reply;
    expect(first).toMatchObject({ plan: 'basic', name: '주말', price: 1000, days: 7, state: 'sold', coming: null });
    expect(await plansForSale()).toContainEqual({ name: '주말', price: 1000, days: 7 });
    await server.db.deleteFrom('plans').where('id', '=', first.id).execute();
    expect((await add({ name: '새 주말' })).reply.id).toBe(first.id + 1);
  });

  test('a plan with a price from a day on costs the old price until that instant, and orders keep theirs', async () => {
    const plan = (await add({ name: '바뀔 것' })).reply;
    const viewer = await server.buildViewer({ plan: 'free' });
    const order = async () => {
      const params = { id: plan.id };
      const { id } = (await server.call(endpoints.orderPlan, { token: viewer.profileToken, params })).reply;
      const rows = await server.db.selectFrom('orders').selectAll().where('id', '=', id).execute();
      return rows[0]!;
    };
    const placed = await order();
    const coming = { from: inDays(2), name: '바뀐 것', price: 2000, days: 8 };
    expect((await change(plan, { coming })).reply).toMatchObject({ price: 1000, coming });
    expect(await plansForSale()).toContainEqual({ name: '바뀔 것', price: 1000, days: 7 });
    await passDays(2);
    expect(await plansForSale()).toContainEqual({ name: '바뀐 것', price: 2000, days: 8 });
    const { results } = (await members.call(listOperatedPlans, owner, { query: { keyword: '바' } })).reply;
    expect(results.find(({ id }) => id === plan.id)).toMatchObject({ name: '바뀐 것', coming: null });
    expect(await order()).toMatchObject({ price: 2000, days: 8 });
    const [kept] = await server.db.selectFrom('orders').selectAll().where('id', '=', placed.id).execute();
    expect(kept).toMatchObject({ price: 1000, days: 7 });
  });

  test.each([
    ['is paused', { is_paused: true }, 'paused'],
    ['is sold from tomorrow on', { starts_at: 1 }, 'scheduled'],
    ['was sold until yesterday', { ends_at: -1 }, 'ended'],
  ])('that %s is not for sale', async (_, given: Record<string, boolean | number>, state) => {
    const terms = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, typeof value === 'number' ? inDays(value) : value]),
    );
    const plan = (await add({ name: `상태 ${state}`, ...terms })).reply;
    expect(plan.state).toBe(state);
    expect((await plansForSale()).map(({ name }) => name)).not.toContain(plan.name);
    const { profileToken: token } = await server.buildViewer({ plan: 'free' });
    expect((await server.call(endpoints.orderPlan, { token, params: { id: plan.id } })).status).toBe(404);
    const { results } = (await members.call(listOperatedPlans, owner, { query: { state } })).reply;
    expect(results.map(({ id }) => id)).toContain(plan.id);
  });

  test.each([
    ['a price of 0', { price: 0 }, 400],
    ['a price of 99,999,999', { price: 99_999_999 }, 400],
    ['no days', { days: 0 }, 400],
    ['an empty name', { name: ' ' }, 400],
    ['an end before its start', { starts_at: '2027-02-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, 409],
  ])('with %s is refused', async (_, changes, status) => {
    expect((await add(changes)).status).toBe(status);
  });

  test('does not change from an instant that has passed', async () => {
    const plan = (await add()).reply;
    const coming = { from: inDays(-1), name: '어제', price: 2000, days: 7 };
    expect((await change(plan, { coming })).error).toMatchObject({ code: 'REFUSED' });
  });

  test.each([
    ['in the instant in which its sale ends', 5, 0, 409],
    ['a millisecond before its sale ends', 5, -1, 200],
    ['at once', 0, 0, 409],
  ])('with a price planned %s', async (_, days, ms, status) => {
    const plan = (await add({ name: '끝날 것', ends_at: inDays(5) })).reply;
    const from = new Date(Date.parse(inDays(days)) + ms).toISOString();
    expect((await change(plan, { coming: { from, name: '마지막', price: 2000, days: 7 } })).status).toBe(status);
  });

  test('a plan that two operators change at once keeps the first change, and the second one is told', async () => {
    const plan = (await add({ name: '둘' })).reply;
    expect((await change(plan, { price: 3000 })).status).toBe(200);
    expect((await change(plan, { price: 9000 })).error.code).toBe('CHANGED_MEANWHILE');
    const { results } = (await members.call(listOperatedPlans, owner, { query: { keyword: '둘' } })).reply;
    expect(results[0]).toMatchObject({ price: 3000 });
  });

  test('leaves an entry in the audit log for each change, and none for a change of nothing', async () => {
    const plan = (await add({ name: '기록' })).reply;
    await change(plan, {});
    await change(plan, { price: 1500 });
    const entries = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', String(plan.id))
      .where('subject_kind', '=', 'plan')
      .execute();
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['plan.add', expect.objectContaining({ name: '기록', price: 1000 })],
      ['plan.change', { name: '기록', price: 1500 }],
    ]);
  });
});

describe('a product', () => {
  test('is found by its own name, and by any name of its title without spaces and signs', async () => {
    const find = async (keyword: string) =>
      (await members.call(listOperatedProducts, owner, { query: { keyword } })).reply.results.map(({ id }) => id);
    expect(await find('전편 소')).toEqual([82]);
    expect(await find('제목8!')).toEqual([81, 82]);
    expect(await find('!?')).toEqual([]);
  });

  test('is listed with the picture of its title', async () => {
    const { results } = (await members.call(listOperatedProducts, owner)).reply;
    expect(results[0]!.poster).toContain('/art/');
  });

  test('a product that is paused is not offered, but who bought it before still has it', async () => {
    const owning = await server.buildViewer({ plan: 'free' });
    const other = await server.buildViewer({ plan: 'free' });
    await server.db
      .insertInto('orders')
      .values({
        account_id: owning.accountId,
        id: '0c000000-0000-4000-8000-000000000001',
        profile_id: owning.profileId,
        product_id: 82,
        item_id: 8,
        name: '전편 소장',
        kind: 'own',
        price: 9000,
        status: 'paid',
        created_at: server.clock.now(),
        expires_at: server.clock.now(),
        settled_at: server.clock.now(),
      })
      .execute();
    expect((await changeProductOf(await productOf(82), { is_paused: true })).reply.state).toBe('paused');
    const offered = async (token: string) =>
      (await server.call(endpoints.listProducts, { token, query: { item_id: '8' } })).reply.results.map(({ id }) => id);
    expect(await offered(other.profileToken)).toEqual([81]);
    expect(await offered(owning.profileToken)).toEqual([81, 82]);
    const order = { token: other.profileToken, params: { id: 82 } };
    expect((await server.call(endpoints.createOrder, order)).status).toBe(404);
    await changeProductOf(await productOf(82), { is_paused: false });
    expect(await offered(other.profileToken)).toEqual([81, 82]);
  });

  test('a price that is planned alone is in the audit log', async () => {
    const before = await productOf(81);
    const coming = { from: inDays(3), name: before.name, price: before.price + 500 };
    const planned = (await changeProductOf(before, { coming })).reply;
    const [entry] = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_kind', '=', 'product')
      .where('subject_id', '=', '81')
      .orderBy('at', 'desc')
      .execute();
    expect(entry).toMatchObject({ action: 'product.change', before: { coming: null }, after: { coming } });
    await changeProductOf(planned, { coming: null });
    expect((await productOf(81)).coming).toBeNull();
  });

  test('keeps its planned price when the title’s form saves its products', async () => {
    const coming = { from: inDays(3), name: '전편 대여', price: 5000 };
    expect((await changeProductOf(await productOf(81), { coming })).status).toBe(200);
    const title = (await members.call(getTitleRecord, owner, { params: { id: 8 } })).reply;
    const products = title.products.map(({ id, fields }) => ({
      id,
      fields: { ...fields, name: `${String(fields['name'])}!` },
    }));
    const body = { version: title.products_version, products };
    expect((await members.call(changeProducts, owner, { params: { id: 8 }, body })).status).toBe(200);
    expect(await productOf(81)).toMatchObject({ name: '전편 대여!', price: 4000, coming });
    await passDays(3);
    const later = (await members.call(getTitleRecord, owner, { params: { id: 8 } })).reply;
    expect(later.products.find(({ id }) => id === 81)?.fields).toMatchObject({ price: 5000 });
  });
});

test('an export has what the console changed', async () => {
  const coming = { from: inDays(5), name: '수출', price: 7000, days: 9 };
  const plan = (await add({ name: '수출용', ends_at: inDays(20) })).reply;
  await change(plan, { coming, is_paused: true });
  const records: unknown[] = [];
  await exportCatalogue(server.db, async (record) => {
    records.push(record);
    await Promise.resolve();
  });
  expect(records).toContainEqual({
    kind: 'plan',
    id: plan.id,
    plan: 'basic',
    name: '수출용',
    price: 1000,
    days: 7,
    sale: { is_paused: true, ends_at: plan.ends_at, coming },
  });
});
