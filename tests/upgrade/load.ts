import { setTimeout as wait } from 'node:timers/promises';
import type { EndpointName } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { readAccountFile, type Viewer } from './viewers.ts';
import type { Reply, Way } from './way.ts';

/** What the service has acknowledged to a viewer. */
interface Acknowledged {
  ratings: Map<number, number>;
  wishes: Map<number, boolean>;
  /** Watched seconds by play log. */
  playLogs: Map<string, number>;
}

/** Viewers who do something again and again, and know what was acknowledged. */
export interface Load {
  /** Calls that failed, as sentences. */
  readonly failures: readonly string[];
  readonly count: number;
  /** Calls that a busy process refused for the moment, and that were asked again as apps do. */
  readonly cntAskedAgain: number;
  /** Resolves when no call is on its way. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends the load. @returns what was acknowledged and is not stored. */
  end(): Promise<string[]>;
}

const EPISODE = 101;
const EPISODE_SECONDS = 80;
const PAUSE_MS = 30;
/** After so many refusals for the moment, viewers see one. */
const MOST_TRIES = 4;
/** After so many rounds, the viewer opens the episode anew. */
const ROUNDS_OF_PLAYBACK = 8;

export function startLoad(way: Way, viewers: readonly Viewer[]): Load {
  const failures: string[] = [];
  let [count, cntAskedAgain] = [0, 0];
  let [isOver, isPaused] = [false, false];
  const acknowledged = viewers.map((): Acknowledged => ({
    ratings: new Map(),
    wishes: new Map(),
    playLogs: new Map(),
  }));
  let busy = 0;

  async function tryCall(what: string, call: () => Promise<Reply>): Promise<Reply | undefined> {
    while (isPaused && !isOver) await wait(PAUSE_MS);
    busy += 1;
    try {
      let reply = await call();
      for (let tries = 1; tries < MOST_TRIES && reply.askAgainMs !== undefined; tries += 1) {
        cntAskedAgain += 1;
        await wait(reply.askAgainMs);
        reply = await call();
      }
      count += 1;
      if (reply.status < 300) return reply;
      failures.push(`${what} was answered with ${reply.status}: ${reply.bytes.toString().slice(0, 200)}`);
    } catch (error) {
      failures.push(`${(error as Error).message}: ${((error as Error).cause as Error | undefined)?.message}`);
    } finally {
      busy -= 1;
    }
    return undefined;
  }

  async function live({ profileToken: token }: Viewer, known: Acknowledged): Promise<void> {
    const ask = (name: EndpointName, options: CallOptions = {}) =>
      tryCall(name, () => way.call(name, { ...options, token }));
    let playback: { id: string; openedAt: number; address: string } | undefined;
    for (let round = 0; !isOver; round += 1) {
      const item = 1 + (round % 4);
      await ask('listHomeRows');
      await ask('getItem', { params: { id: item } });
      const score = 0.5 * (1 + (round % 10));
      if (await ask('rateItem', { params: { id: item }, body: { score } })) known.ratings.set(item, score);
      const isWished = round % 8 < 4;
      if (await ask(isWished ? 'addWish' : 'removeWish', { params: { id: item } })) known.wishes.set(item, isWished);
      if (round % ROUNDS_OF_PLAYBACK === 0) {
        const video = await ask('getVideo', { params: { id: EPISODE }, query: { device: 'web' } });
        const json = video?.json as { play_log_id: string; streams: { url: string }[] } | undefined;
        playback = json && { id: json.play_log_id, openedAt: Date.now(), address: json.streams[0]!.url };
      }
      if (playback) {
        const { id, openedAt, address } = playback;
        const watched = Math.floor((Date.now() - openedAt) / 1000);
        const body = {
          total_play_time: toHms(watched),
          play_end_offset: toHms(watched % EPISODE_SECONDS),
          is_player_exit: false,
        };
        if (await ask('updatePlayLog', { params: { id }, body })) known.playLogs.set(id, watched);
        const { pathname, search } = new URL(address);
        await tryCall('media', () => way.send({ method: 'GET', path: pathname + search, isRepeatable: true }));
      }
      await ask('listHistory');
      await wait(PAUSE_MS);
    }
  }

  const living = viewers.map((viewer, index) => live(viewer, acknowledged[index]!));

  async function compare(viewer: Viewer, { ratings, wishes, playLogs }: Acknowledged): Promise<string[]> {
    const stored = await readAccountFile(way, viewer);
    const valueIn = (list: string, key: string, id: string | number, field: string) =>
      stored[list]?.find((row) => row[key] === id)?.[field];
    const expectSame = (what: string, is: unknown, known: unknown) =>
      is === known
        ? []
        : [`${viewer.email}: ${what} is ${JSON.stringify(is)}, and was acknowledged as ${String(known)}`];
    return [
      ...[...ratings].flatMap(([id, score]) =>
        expectSame(`the rating of ${id}`, valueIn('ratings', 'item_id', id, 'score'), score),
      ),
      ...[...wishes].flatMap(([id, isWished]) =>
        expectSame(`the wish ${id}`, valueIn('wishes', 'item_id', id, 'item_id') !== undefined, isWished),
      ),
      ...[...playLogs].flatMap(([id, watched]) =>
        expectSame(`the watched time of ${id}`, valueIn('play_logs', 'id', id, 'total_play_time'), watched),
      ),
    ];
  }

  return {
    failures,
    get count() {
      return count;
    },
    get cntAskedAgain() {
      return cntAskedAgain;
    },
    async pause() {
      isPaused = true;
      while (busy > 0) await wait(PAUSE_MS);
    },
    resume() {
      isPaused = false;
    },
    async end() {
      isOver = true;
      await Promise.all(living);
      const found = await Promise.all(viewers.map((viewer, index) => compare(viewer, acknowledged[index]!)));
      return found.flat();
    },
  };
}
