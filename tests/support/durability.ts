import { randomInt } from 'node:crypto';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import { readDemoCatalogue } from '#server/catalogue/demo-catalogue.ts';
import { catalogueFolder } from '#server/folders.ts';
import { anyEpisodeAt, openVideoAt, type ServerProcess } from './server-process.ts';

/** What a server said that it keeps, before it was killed. */
export interface Acknowledged {
  playLogId: string;
  episodeId: number;
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

/** The titles and products of the demo catalogue, by their ids. */
export async function readWares() {
  const titles = (await readDemoCatalogue(catalogueFolder)).filter((record) => record.kind === 'title');
  return {
    items: titles.map(({ id }) => id),
    products: titles.flatMap(({ products = [] }) => products.map(({ id }) => id)),
  };
}

interface Asking {
  params?: Record<string, number | string>;
  query?: Record<string, number | string>;
  body?: unknown;
}

/** Calls a server as a viewer. */
function callerOf(url: string, token: string) {
  return async (endpoint: Endpoint, { params = {}, query = {}, body }: Asking = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${url}${path}?${search}`, {
      method: endpoint.method,
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Writes four kinds of things at once, and kills the server in the middle. */
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

  const call = callerOf(url, token);
  let answers = 0;
  const killAfter = 20 + randomInt(60);
  /** The answer when it was acknowledged, `refused`, or `gone` with the server. */
  const send = async (endpoint: Endpoint, asking: Asking) => {
    try {
      const { status, text } = await call(endpoint, asking);
      answers += 1;
      if (answers === killAfter) server.child.kill('SIGKILL');
      return status < 300 ? { text } : 'refused';
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
      const sent = await send(endpoints.updatePlayLog, { params: { id: said.playLogId }, body });
      if (typeof sent === 'string') return sent;
      said.report = turn + 1;
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
      said.orderIds.add((JSON.parse(sent.text) as { id: string }).id);
    }),
  ]);
  return said;
}

/** What of it a server that was started afterwards has not, in words; nothing when all is there. */
export async function findLost(url: string, token: string, said: Acknowledged): Promise<string[]> {
  const call = callerOf(url, token);
  const read = async <const E extends Endpoint>(endpoint: E, asking: Asking = {}): Promise<ReplyOf<E> | undefined> => {
    const { status, text } = await call(endpoint, asking);
    return status === 200 ? (JSON.parse(text) as ReplyOf<E>) : undefined;
  };
  const lost: string[] = [];

  // Less watched time than was acknowledged cannot be reported any more.
  const less = { total_play_time: toHms(said.report - 1), play_end_offset: '00:00:00', is_player_exit: false };
  const refused = await call(endpoints.updatePlayLog, { params: { id: said.playLogId }, body: less });
  if (!refused.text.includes('TOTAL_PLAY_TIME_INVALID')) lost.push(`report ${said.report}: ${refused.text}`);
  const { resume_offset: offset } = await openVideoAt(url, token, said.episodeId);
  // One that was committed and not answered may be there too.
  if (offset !== said.report && offset !== said.report + 1) lost.push(`place ${said.report}, there is ${offset}`);

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
