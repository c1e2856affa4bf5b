import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  changeMembership,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
} from '#contract/console/accounts.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { addDownload, download } from '#tests/support/media/media.ts';
import { createMeetings, type Meeting } from '#tests/support/meetings.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Orders, payments, refunds and what plays by them. Support works in the console. */

const BASIC = 1;
const PREMIUM = 2;
const RENTAL = 81;
const OWN = 82;
/** Episodes of title 8: for members, and for purchase only. */
const FOR_MEMBERS = 802;
const SOLD_ONLY = 803;
const DAY_MS = 24 * 3600_000;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let support: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  await addDownload(server);
  members = createMembers(server);
  support = await members.buildMember('support');
});
afterAll(() => server.close());

const { onTwoDevices, watch, plays, report, video } = createMeetings(() => server);
const onFree = () => onTwoDevices({ plan: 'free' });

const order = ({ profileToken: token }: Viewer, id: number) =>
  server.call(endpoints.createOrder, { token, params: { id } });
const orderPlan = ({ profileToken: token }: Viewer, id: number) =>
  server.call(endpoints.orderPlan, { token, params: { id } });
/** Opens the page on which an order is paid. @returns what presses its buttons */
const pageOf = async (ordered: ReturnType<typeof order>) => {
  const press = await openCheckout(server.app, (await ordered).reply.checkout_url);
  return async (action: 'approve' | 'cancel') => ({ status: (await press(action)).statusCode });
};
type Page = Awaited<ReturnType<typeof pageOf>>;
/** @returns the id of the paid order */
const pay = async (ordered: ReturnType<typeof order>) => {
  const { id } = (await ordered).reply;
  await (
    await pageOf(ordered)
  )('approve');
  return id;
};

const versionOf = async ({ accountId: id }: Viewer) =>
  (await members.call(getSupportedAccount, support, { params: { id } })).reply.membership.version;
const refund = ({ viewer, orderId, version = 'any' }: Bought) =>
  members.call(refundSupportedOrder, support, {
    params: { id: viewer.accountId, orderId },
    body: { reason: '고객 요청', version },
  });
/** The orders of the account and their days, and its membership. */
const booksOf = async ({ viewer }: Meeting) => {
  const now = server.clock.now().getTime();
  const daysTo = (instant: string | null) => instant && Math.round((Date.parse(instant) - now) / DAY_MS);
  const { membership } = (await server.call(endpoints.getMyAccount, { token: viewer.token })).reply;
  const options = { params: { id: viewer.accountId } };
  const { results } = (await members.call(listSupportedOrders, support, options)).reply;
  const orders = results.map(({ name, status, ends_at: at }) => `${name} ${status} ${daysTo(at)}`).sort();
  return { orders, plan: membership.plan, days: daysTo(membership.expires_at) };
};

/** An account with a paid order. */
interface Bought extends Meeting {
  orderId: string;
  /** Of the membership, as an operator saw it. */
  version?: string;
}
const withRental = async (): Promise<Bought> => {
  const state = await onFree();
  return { ...state, orderId: await pay(order(state.viewer, RENTAL)) };
};

describe('one of two calls comes first:', () => {
  test('two devices order a product', () =>
    inEveryOrder<Meeting>({
      fresh: onFree,
      one: ({ viewer }) => order(viewer, RENTAL),
      other: ({ there }) => order(there, RENTAL),
      read: booksOf,
      serially: [
        [201, 201],
        [201, 201],
      ],
    }));

  test('an order is paid, and cancelled', () =>
    inEveryOrder<Meeting & { page: Page }>({
      fresh: async () => {
        const state = await onFree();
        return { ...state, page: await pageOf(order(state.viewer, OWN)) };
      },
      one: ({ page }) => page('approve'),
      other: ({ page }) => page('cancel'),
      read: booksOf,
      serially: [
        [303, 303],
        [303, 303],
      ],
    }));

  test('an order is paid, and the product is ordered again', () =>
    inEveryOrder<Meeting & { page: Page }>({
      fresh: async () => {
        const state = await onFree();
        return { ...state, page: await pageOf(order(state.viewer, OWN)) };
      },
      one: ({ page }) => page('approve'),
      other: ({ there }) => order(there, OWN),
      read: booksOf,
      serially: [
        [303, 200],
        [303, 201],
      ],
    }));

  test('a rental is refunded by two operators', () =>
    inEveryOrder<Bought>({
      fresh: withRental,
      one: refund,
      other: refund,
      read: booksOf,
      serially: [
        [200, 'REFUSED'],
        ['REFUSED', 200],
      ],
    }));

  test('a rental is refunded, and opens a video', () =>
    inEveryOrder<Bought>({
      fresh: withRental,
      one: refund,
      other: (state) => watch(state, SOLD_ONLY),
      read: plays,
      serially: [
        [200, 'PURCHASE_REQUIRED'],
        [200, 200],
      ],
    }));

  test('a rental is refunded, and downloads a video', () =>
    inEveryOrder<Bought>({
      fresh: withRental,
      one: refund,
      other: async (state) => {
        const answer = await download(server, state.there, SOLD_ONLY);
        if (answer.status === 200) state.url = answer.reply.url;
        return answer;
      },
      read: plays,
      serially: [
        [200, 'PURCHASE_REQUIRED'],
        [200, 200],
      ],
    }));

  test('a rental is refunded, and its playback reports', () =>
    inEveryOrder<Bought>({
      fresh: async () => {
        const state = await withRental();
        await watch(state, SOLD_ONLY);
        return state;
      },
      one: refund,
      other: (state) => report(state),
      read: async (state) => {
        const query = { item_id: 8, show_playback_offset: 'true' };
        const { reply } = await server.call(endpoints.listEpisodes, { token: state.viewer.profileToken, query });
        return [reply.results.map((episode) => episode.playback_offset?.offset), (await report(state, 40)).error.code];
      },
      serially: [
        [200, 'PLAYBACK_EXPIRED'],
        [200, 200],
      ],
    }));

  test('a membership that an operator sees is refunded, and the next one is paid', () =>
    inEveryOrder<Bought & { page: Page }>({
      fresh: async () => {
        const state = await onFree();
        const orderId = await pay(orderPlan(state.viewer, BASIC));
        const page = await pageOf(orderPlan(state.viewer, PREMIUM));
        return { ...state, orderId, page, version: await versionOf(state.viewer) };
      },
      one: refund,
      other: ({ page }) => page('approve'),
      read: booksOf,
      serially: [
        [200, 303],
        ['CHANGED_MEANWHILE', 303],
      ],
    }));

  test('two orders of memberships are paid', () =>
    inEveryOrder<Meeting & { pages: Page[] }>({
      fresh: async () => {
        const state = await onFree();
        const pages = [await pageOf(orderPlan(state.viewer, BASIC)), await pageOf(orderPlan(state.viewer, PREMIUM))];
        return { ...state, pages };
      },
      one: ({ pages }) => pages[0]!('approve'),
      other: ({ pages }) => pages[1]!('approve'),
      read: booksOf,
      serially: [
        [303, 303],
        [303, 303],
      ],
    }));

  /** A member, and the version of the membership that an operator sees. */
  interface Seen extends Meeting {
    version: string;
  }
  const seen = async (): Promise<Seen> => {
    const state = await onTwoDevices({ membership_expires_at: new Date(server.clock.now().getTime() + 10 * DAY_MS) });
    return { ...state, version: await versionOf(state.viewer) };
  };
  const changeTo = ({ viewer, version }: Seen, change: object) =>
    members.call(changeMembership, support, {
      params: { id: viewer.accountId },
      body: { reason: '고객 요청', version, ...change },
    });

  test('two operators extend a membership that they see', () =>
    inEveryOrder<Seen>({
      fresh: seen,
      one: (state) => changeTo(state, { action: 'extend', days: 7 }),
      other: (state) => changeTo(state, { action: 'extend', days: 30 }),
      read: booksOf,
      serially: [
        [200, 'CHANGED_MEANWHILE'],
        ['CHANGED_MEANWHILE', 200],
      ],
    }));

  test('an operator gives days, and the viewer pays for others', () =>
    inEveryOrder<Seen & { page: Page }>({
      fresh: async () => {
        const state = await seen();
        return { ...state, page: await pageOf(orderPlan(state.viewer, PREMIUM)) };
      },
      one: (state) => changeTo(state, { action: 'extend', days: 7 }),
      other: ({ page }) => page('approve'),
      read: booksOf,
      serially: [
        [200, 303],
        ['CHANGED_MEANWHILE', 303],
      ],
    }));

  test('an operator ends a membership, and it opens a video', () =>
    inEveryOrder<Seen>({
      fresh: seen,
      one: (state) => changeTo(state, { action: 'end' }),
      other: (state) => watch(state, FOR_MEMBERS),
      read: plays,
      serially: [
        [200, 'MEMBERSHIP_REQUIRED'],
        [200, 200],
      ],
    }));

  test('two devices open a video on a plan for one', () => {
    interface Both extends Meeting {
      first?: string;
    }
    return inEveryOrder<Both>({
      fresh: () => onTwoDevices({ plan: 'basic' }),
      one: async (state) => {
        const answer = await video(state.viewer, FOR_MEMBERS);
        state.first = answer.reply.play_log_id;
        return answer;
      },
      other: (state) => watch(state, FOR_MEMBERS),
      read: async (state) => [
        (await report({ ...state, there: state.viewer, playLogId: state.first! })).status,
        (await report(state)).status,
      ],
      serially: [
        [200, 200],
        [200, 200],
      ],
    });
  });
});
