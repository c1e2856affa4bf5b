import { randomInt } from 'node:crypto';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import { readDemoCatalogue } from '#server/catalogue/transfer/demo-catalogue.ts';
import { requireDemo } from './demo.ts';
import { anyEpisodeAt, callAt, openVideoAt } from './calls-at.ts';
import type { Answer, CallOptions } from './contract-call.ts';
import type { ServerProcess } from './server/server-process.ts';

/** Writes that a server acknowledged before it was killed. */
export interface Acknowledged {
  playLogId: string;
  episodeId: number;
  /** Number of the last report, which is also the watched time it reports, in seconds. */
  report: number;
  /** The last score of each title. */
  ratings: Map<number, number>;
  /** The last request; it may be stored although no answer arrived. */
  tried: { id: number; score: number };
  /** The last text of each title. */
  reviews: Map<number, string>;
  /** The last review sent; it may be stored although no answer arrived. */
  triedReview: string;
  orderIds: Set<string>;
}

/** Titles and products of the demo catalogue, by id. */
export async function readWares() {
  const titles = (await readDemoCatalogue((await requireDemo()).catalogueFolder)).filter(
    (record) => record.kind === 'title',
  );
  return {
    items: titles.map(({ id }) => id),
    products: titles.flatMap(({ products = [] }) => products.map(({ id }) => id)),
  };
}

/** Offset of a report, in seconds: back to the start long before an ending, where the episode would count as finished. */
const offsetOf = (report: number) => report % 20;

/** Runs four kinds of writes concurrently and kills the server in the middle. */
export async function writeUntilKilled(
  server: ServerProcess,
  token: string,
  wares: Awaited<ReturnType<typeof readWares>>,
): Promise<Acknowledged> {
  const url = await server.url;
  const episodeId = await anyEpisodeAt(url, token);
  const said: Acknowledged = {
    playLogId: (await openVideoAt(url, token, episodeId)).play_log_id,
    episodeId,
    report: 0,
    ratings: new Map(),
    tried: { id: 0, score: 0 },
    reviews: new Map(),
    triedReview: '',
    orderIds: new Set(),
  };

  const call = callAt(url);
  let answers = 0;
  const killAfter = 20 + randomInt(60);
  /** Returns the answer, `refused`, or `gone` when the server is down. */
  const send = async <const E extends Endpoint>(
    endpoint: E,
    options: CallOptions,
  ): Promise<Answer<ReplyOf<E>> | 'refused' | 'gone'> => {
    try {
      const answer = await call(endpoint, { token, ...options });
      answers += 1;
      if (answers === killAfter) server.child.kill('SIGKILL');
      return answer.status < 300 ? answer : 'refused';
    } catch {
      return 'gone';
    }
  };
  /** Repeats a write until the server is down. */
  const keepOn = async (write: (turn: number) => Promise<'refused' | 'gone' | void>) => {
    for (let turn = 0; ; turn += 1) if ((await write(turn)) === 'gone') return;
  };
  const oneOf = (ids: readonly number[], turn: number) => ids[turn % ids.length]!;

  await Promise.all([
    keepOn(async (turn) => {
      const report = turn + 1;
      const body = {
        total_play_time: toHms(report),
        play_end_offset: toHms(offsetOf(report)),
        is_player_exit: false,
      };
      const sent = await send(endpoints.updatePlayLog, { params: { id: said.playLogId }, body });
      if (typeof sent === 'string') return sent;
      said.report = report;
    }),
    keepOn(async (turn) => {
      const [id, score] = [oneOf(wares.items, turn), randomInt(1, 11) / 2];
      said.tried = { id, score };
      const sent = await send(endpoints.rateItem, { params: { id }, body: { score } });
      if (typeof sent === 'string') return sent;
      said.ratings.set(id, score);
    }),
    keepOn(async (turn) => {
      const [id, text] = [oneOf(wares.items, turn), `${said.playLogId} ${turn}`];
      said.triedReview = text;
      const sent = await send(endpoints.writeShortReview, { params: { id }, body: { short_review: text } });
      if (typeof sent === 'string') return sent;
      said.reviews.set(id, text);
    }),
    keepOn(async (turn) => {
      const sent = await send(endpoints.createOrder, { params: { id: oneOf(wares.products, turn) } });
      if (typeof sent === 'string') return sent;
      said.orderIds.add(sent.reply.id);
    }),
  ]);
  return said;
}

/** Lists acknowledged writes that the restarted server lost; empty when none. */
export async function findLost(url: string, token: string, said: Acknowledged): Promise<string[]> {
  const call = callAt(url);
  const read = async <const E extends Endpoint>(
    endpoint: E,
    options: CallOptions = {},
  ): Promise<ReplyOf<E> | undefined> => {
    const answer = await call(endpoint, { token, ...options });
    return answer.status === 200 ? answer.reply : undefined;
  };
  const lost: string[] = [];

  // A report with less watched time than the stored one must be refused.
  const less = { total_play_time: toHms(said.report - 1), play_end_offset: '00:00:00', is_player_exit: false };
  const refused = await call(endpoints.updatePlayLog, { token, params: { id: said.playLogId }, body: less });
  const code = refused.status < 400 ? 'accepted' : refused.error.code;
  if (code !== 'TOTAL_PLAY_TIME_INVALID') lost.push(`report ${said.report}: ${code}`);
  const { resume_offset: offset } = await openVideoAt(url, token, said.episodeId);
  // The server may have committed one more report without answering it.
  if (![said.report, said.report + 1].map(offsetOf).includes(offset))
    lost.push(`offset ${offsetOf(said.report)}, there is ${offset}`);

  const { id: userId } = (await read(endpoints.getMyProfile))!;
  const rated = (await read(endpoints.listRatingSet, { params: { userId, type: 'rated' }, query: { limit: 100 } }))!;
  const scores = new Map(rated.results.map(({ item, rating }) => [item.id, rating]));
  for (const [id, score] of said.ratings) {
    const there = scores.get(id);
    const isTried = said.tried.id === id && there === said.tried.score;
    if (there !== score && !isTried) lost.push(`rating ${score} of ${id}, there is ${there}`);
  }
  for (const [id, text] of said.reviews) {
    const there = (await read(endpoints.getMyShortReview, { params: { id } }))?.short_review;
    if (![text, said.triedReview].includes(there ?? '')) lost.push(`review ${text}, there is ${there}`);
  }
  for (const id of said.orderIds)
    if ((await read(endpoints.getOrder, { params: { id } })) === undefined) lost.push(`order ${id}`);
  return lost;
}
