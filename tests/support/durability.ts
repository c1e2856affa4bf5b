import { randomInt } from 'node:crypto';
import { endpoints } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { Database } from '#server/db/open.ts';
import { anyEpisodeAt, openVideoAt, signInToDemo, startProcess, type ServerProcess } from './server-process.ts';

/** What a server said that it keeps, before it was killed. */
export interface Acknowledged {
  playLogId: string;
  /** Seconds of the last report. */
  report: number;
  /** The scores given, by title; the last is the one that holds. */
  ratings: Map<number, number>;
  /** The last one asked for, which may be kept though it was not answered. */
  tried: { id: number; score: number };
  /** The texts written, by title. */
  reviews: Map<number, string>;
  /** The last one sent, which may have taken the place of another though it was not answered. */
  triedReview: string;
  orderIds: Set<string>;
}

interface Wares {
  items: readonly number[];
  products: readonly number[];
}

/** The titles and products that the demo account may have. */
export async function readWares({ kysely }: Database): Promise<Wares> {
  const items = await kysely.selectFrom('items').select('id').orderBy('id').execute();
  const products = await kysely.selectFrom('products').select('id').orderBy('id').execute();
  return { items: items.map(({ id }) => id), products: products.map(({ id }) => id) };
}

const pathOf = (path: string, id: number | string) => path.replace(':id', String(id));

/** Starts a server, writes four kinds of things at once, and kills it in the middle. */
export async function writeUntilKilled(variables: Record<string, string>, wares: Wares): Promise<Acknowledged> {
  const server = startProcess(variables);
  try {
    return await writeTo(server, wares);
  } finally {
    // Whatever went wrong: no server outlives its test.
    server.child.kill('SIGKILL');
    await server.ended;
  }
}

async function writeTo(server: ServerProcess, wares: Wares): Promise<Acknowledged> {
  const url = await server.url;
  const token = await signInToDemo(url);
  const video = await openVideoAt(url, token, await anyEpisodeAt(url, token));
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const said: Acknowledged = {
    playLogId: video.play_log_id,
    report: 0,
    ratings: new Map(),
    tried: { id: 0, score: 0 },
    reviews: new Map(),
    triedReview: '',
    orderIds: new Set(),
  };

  let answers = 0;
  const killAfter = 40 + randomInt(80);
  /** The answer when it was acknowledged, `refused`, or `gone` with the server. */
  const send = async (method: string, path: string, body?: unknown) => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: body === undefined ? { authorization: headers.authorization } : headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      answers += 1;
      if (answers === killAfter) server.child.kill('SIGKILL');
      return answer.ok ? { text } : 'refused';
    } catch {
      return 'gone';
    }
  };
  /** Writes one after the other until the server is gone. */
  const keepOn = async (write: (turn: number) => Promise<'refused' | 'gone' | void>) => {
    for (let turn = 0; ; turn += 1) if ((await write(turn)) === 'gone') return;
  };
  const oneOf = (ids: readonly number[], turn: number) => ids[turn % ids.length]!;

  await Promise.all([
    keepOn(async (turn) => {
      const time = toHms(turn + 1);
      const body = { total_play_time: time, play_end_offset: time, is_player_exit: false };
      const sent = await send('PATCH', pathOf(endpoints.updatePlayLog.path, said.playLogId), body);
      if (typeof sent === 'string') return sent;
      said.report = turn + 1;
    }),
    keepOn(async (turn) => {
      const [id, score] = [oneOf(wares.items, turn), randomInt(1, 11) / 2];
      said.tried = { id, score };
      const sent = await send('PUT', pathOf(endpoints.rateItem.path, id), { score });
      if (typeof sent === 'string') return sent;
      said.ratings.set(id, score);
    }),
    keepOn(async (turn) => {
      const [id, text] = [oneOf(wares.items, turn), `${said.playLogId} ${turn}`];
      said.triedReview = text;
      const sent = await send('POST', pathOf(endpoints.writeShortReview.path, id), { short_review: text });
      if (typeof sent === 'string') return sent;
      said.reviews.set(id, text);
    }),
    keepOn(async (turn) => {
      const sent = await send('POST', pathOf(endpoints.createOrder.path, oneOf(wares.products, turn)));
      if (typeof sent === 'string') return sent;
      said.orderIds.add((JSON.parse(sent.text) as { id: string }).id);
    }),
  ]);
  return said;
}

/** What of it a database has not, in words; nothing when all is there. */
export async function findLost({ kysely }: Database, said: Acknowledged): Promise<string[]> {
  const log = await kysely
    .selectFrom('play_logs')
    .select(['total_play_time', 'profile_id', 'account_id'])
    .where('id', '=', said.playLogId)
    .executeTakeFirst();
  if (!log) return ['play log'];
  const scores = await kysely
    .selectFrom('ratings')
    .select(['item_id', 'score'])
    .where('profile_id', '=', log.profile_id)
    .execute();
  const texts = await kysely
    .selectFrom('short_reviews')
    .select(['item_id', 'short_review'])
    .where('profile_id', '=', log.profile_id)
    .execute();
  const orders = await kysely.selectFrom('orders').select('id').where('account_id', '=', log.account_id).execute();
  const has = {
    rating: new Map(scores.map(({ item_id: id, score }) => [id, score])),
    review: new Map(texts.map(({ item_id: id, short_review: text }) => [id, text])),
    order: new Set(orders.map(({ id }) => id)),
  };
  return [
    // One that was committed and not answered may be there too.
    ...(log.total_play_time < said.report ? [`report ${said.report}, there is ${log.total_play_time}`] : []),
    ...[...said.ratings]
      .filter(([id, score]) => {
        const there = has.rating.get(id);
        return there !== score && !(said.tried.id === id && there === said.tried.score);
      })
      .map(([id, score]) => `rating ${score} of ${id}, there is ${has.rating.get(id)}`),
    ...[...said.reviews]
      .filter(([id, text]) => ![text, said.triedReview].includes(has.review.get(id) ?? ''))
      .map(([id, text]) => `review ${text}, there is ${has.review.get(id)}`),
    ...[...said.orderIds].filter((id) => !has.order.has(id)).map((id) => `order ${id}`),
  ];
}
