import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlayLogReport } from '#contract/play-logs.ts';
import type { Video } from '#contract/playback.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'bora-process-'));

/** The server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  /** Lines on standard output so far. */
  out: string[];
  /** What was written to standard error so far. */
  err(): string;
  /** The printed address; rejects when the process ends before it prints one. */
  url: Promise<string>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** The sources, as `npm start` runs them. */
const SOURCES = ['--import', 'tsx', 'server/main.ts'];

/**
 * Starts the server with nothing but these variables, on any free port unless they say another.
 *
 * @param bundle the server as one file; without it the sources are run.
 */
export function startProcess(variables: Record<string, string>, bundle?: string): ServerProcess {
  const child = spawn(process.execPath, bundle === undefined ? SOURCES : [bundle], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
      const printed = /^Bora: (\S+)\n/m.exec(out)?.[1];
      // All of the start's lines come in one turn; the accounts are the last.
      if (printed !== undefined) resolve(printed);
    });
    void ended.then(() => reject(new Error(`ended before it listened: ${err}`)));
  });
  // A test that expects the end does not look at the address.
  url.catch(() => undefined);
  return {
    child,
    get out() {
      return out.split('\n').filter((line) => line !== '');
    },
    err: () => err,
    url,
    ended,
  };
}

const asJson = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

/** The demo account's first profile on a new device, by its token. */
export async function signInToDemo(url: string): Promise<string> {
  const { token } = await asJson<{ token: string }>(
    await fetch(`${url}/api/accounts/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@bora.example', password: 'bora-demo-1', device: { platform: 'web' } }),
    }),
  );
  const headers = { authorization: `Token ${token}` };
  const { results } = await asJson<{ results: { id: string }[] }>(
    await fetch(`${url}/api/profiles/v1/list/`, { headers }),
  );
  const chosen = await fetch(`${url}/api/profiles/v1/${results[0]!.id}/token/`, { headers });
  return (await asJson<{ token: string }>(chosen)).token;
}

export const openVideoAt = async (url: string, token: string, episodeId: number): Promise<Video> =>
  asJson<Video>(
    await fetch(`${url}/api/episodes/v2/${episodeId}/video/?device=web`, { headers: { authorization: token } }),
  );

export const reportAt = (url: string, token: string, playLogId: string, report: PlayLogReport): Promise<Response> =>
  fetch(`${url}/api/play_logs/${playLogId}/`, {
    method: 'PATCH',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });

/** Some episode that the demo account may watch. */
export async function anyEpisodeAt(url: string, token: string): Promise<number> {
  const { results } = await asJson<{ results: { kind: string; results: { id: number }[] }[] }>(
    await fetch(`${url}/api/home/v1/rows/`, { headers: { authorization: token } }),
  );
  return results.find(({ kind }) => kind === 'episodes')!.results[0]!.id;
}
