import type { Device } from '#contract/accounts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PlayLogReport } from '#contract/play-logs.ts';
import type { Video } from '#contract/playback.ts';
import { createContractCall, type Answer, type ContractCall } from './contract-call.ts';
import { DEMO } from './demo-account.ts';

/* Calls of the contract to a server at an address. */

export const callAt = (url: string): ContractCall =>
  createContractCall(async ({ method, url: path, headers, body }) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  });

export interface SignedIn {
  accountToken: string;
  /** The profile with its token. */
  profile: ReplyOf<typeof endpoints.getProfileToken>;
}

/** Signs in on a new device and selects the account's first profile. */
export async function signInAt(
  url: string,
  email: string = DEMO.email,
  device: Device = { platform: 'web' },
): Promise<SignedIn> {
  const call = callAt(url);
  const login = await call(endpoints.login, { body: { email, password: DEMO.password, device } });
  const { token } = login.reply;
  const { results } = (await call(endpoints.listProfiles, { token })).reply;
  const chosen = await call(endpoints.getProfileToken, { token, params: { id: results[0]!.id } });
  return { accountToken: token, profile: chosen.reply };
}

export const openVideoAt = async (url: string, token: string, episodeId: number): Promise<Video> =>
  (await callAt(url)(endpoints.getVideo, { token, params: { id: episodeId }, query: { device: 'web' } })).reply;

export const reportAt = (
  url: string,
  token: string,
  playLogId: string,
  report: PlayLogReport,
): Promise<Answer<unknown>> => callAt(url)(endpoints.updatePlayLog, { token, params: { id: playLogId }, body: report });

/** Signs in and opens a video of any episode. */
export async function openAnyVideoAt(url: string): Promise<{ token: string; episodeId: number; video: Video }> {
  const { token } = (await signInAt(url)).profile;
  const episodeId = await anyEpisodeAt(url, token);
  return { token, episodeId, video: await openVideoAt(url, token, episodeId) };
}

/** Id of any episode that the account may watch. */
export async function anyEpisodeAt(url: string, token: string): Promise<number> {
  const { results } = (await callAt(url)(endpoints.listHomeRows, { token })).reply;
  return results.flatMap((row) => (row.kind === 'episodes' ? row.results : []))[0]!.id;
}
