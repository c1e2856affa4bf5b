import { setTimeout as pass } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { callAt, openVideoAt, reportAt } from '#tests/support/calls-at.ts';
import { PASSWORD } from '#tests/evening/population.ts';

/** One call of a viewer. */
export interface Asked {
  call: 'report' | 'home';
  sentAtMs: number;
  tookMs: number;
  /** 0 where no answer came. */
  status: number;
}

/** A set that reports and opens home again and again. */
export interface AskingViewer {
  accountId: string;
  playLogId: string;
  asked: Asked[];
  /** The watched seconds of its last accepted report. */
  accepted: number;
}

const EVERY_MS = 1_000;
/** Longer than a television waits. */
const ANSWER_WITHIN_MS = 15_000;

const hms = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19);

export async function seat(
  url: string,
  { email, accountId }: { email: string; accountId: string },
): Promise<AskingViewer & { token: string }> {
  const call = callAt(url);
  const device = { platform: 'web' } as const;
  const { token: account } = (await call(endpoints.login, { body: { email, password: PASSWORD, device } })).reply;
  const { results } = (await call(endpoints.listProfiles, { token: account })).reply;
  const { token } = (await call(endpoints.getProfileToken, { token: account, params: { id: results[0]!.id } })).reply;
  const [episode] = (await call(endpoints.listEpisodes, { token, query: { item_id: 1 } })).reply.results;
  const { play_log_id: playLogId } = await openVideoAt(url, token, episode!.id);
  return { accountId, playLogId, token, asked: [], accepted: 0 };
}

export async function askAgainAndAgain(
  url: string,
  viewer: AskingViewer & { token: string },
  isOver: () => boolean,
): Promise<void> {
  const { token, playLogId, asked } = viewer;
  const fromMs = Date.now();
  const time = async (call: Asked['call'], ask: () => Promise<{ status: number }>) => {
    const sentAtMs = Date.now();
    const late = pass(ANSWER_WITHIN_MS, { status: 0 }, { ref: false });
    const { status } = await Promise.race([ask().catch(() => ({ status: 0 })), late]);
    asked.push({ call, sentAtMs, tookMs: Date.now() - sentAtMs, status });
    return status;
  };
  while (!isOver()) {
    const begunMs = Date.now();
    const seconds = Math.floor((begunMs - fromMs) / 1_000);
    const report = { total_play_time: hms(seconds), play_end_offset: hms(seconds), is_player_exit: false };
    if ((await time('report', () => reportAt(url, token, playLogId, report))) === 200) viewer.accepted = seconds;
    await time('home', () => callAt(url)(endpoints.listHomeRows, { token }));
    await pass(Math.max(0, begunMs + EVERY_MS - Date.now()));
  }
}
