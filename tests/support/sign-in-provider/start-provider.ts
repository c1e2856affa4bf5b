import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ToProvider =
  | { is: 'start'; clientId: string; clientSecret: string; callbackUrl: string; consoleUrl: string }
  | { is: 'person'; id: string; claims: Record<string, unknown> };
export type FromProvider = { is: 'listening'; issuer: string } | { is: 'known' };

export interface ProviderProcess {
  issuer: string;
  /** What the provider says about a person from now on. */
  setPerson(id: string, claims: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real sign-in provider in a process of its own. */
export async function startProvider(client: Omit<ToProvider & { is: 'start' }, 'is'>): Promise<ProviderProcess> {
  const child = fork(fileURLToPath(new URL('provider-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    // It warns about its page, which is only for tests.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ask = async (message: ToProvider): Promise<FromProvider> => {
    const answer = once(child, 'message') as Promise<[FromProvider]>;
    child.send(message);
    const first = await Promise.race([answer, ended.then(() => undefined)]);
    if (first === undefined) throw new Error('The provider has ended.');
    return first[0];
  };
  const started = await ask({ is: 'start', ...client });
  if (started.is !== 'listening') throw new Error('The provider does not listen.');
  return {
    issuer: started.issuer,
    async setPerson(id, claims) {
      await ask({ is: 'person', id, claims });
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The cookies of one browser for one host. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(lines: readonly string[]) {
      for (const line of lines) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        const value = pair.slice(at + 1);
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), value);
      }
    },
  };
}

/** A browser at the provider's pages. */
export function createProviderBrowser(issuer: string) {
  const jar = createJar();
  const send = async (url: string, form?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.header() },
      ...(form && { method: 'POST', body: form }),
    });
    jar.take(response.headers.getSetCookie());
    return { response, location: response.headers.get('location') };
  };

  return {
    /**
     * Follows the provider from its first address, and signs in at its page where it asks.
     *
     * @param person null presses "cancel" there.
     * @returns the address outside of the provider to which the browser was sent, and whether the page was shown.
     */
    async visit(address: string, person: string | null): Promise<{ back: string; wasAsked: boolean }> {
      let url = address;
      let wasAsked = false;
      for (let steps = 0; steps < 10; steps += 1) {
        let { response, location } = await send(url);
        if (location === null && new URL(url).pathname.startsWith('/interaction/')) {
          wasAsked = true;
          ({ response, location } = await (person === null
            ? send(`${url}/abort`)
            : send(url, new URLSearchParams({ prompt: 'login', login: person, password: 'any' }))));
        }
        if (location === null) throw new Error(`${response.status} of ${url}: ${await response.text()}`);
        url = new URL(location, url).href;
        if (!url.startsWith(`${issuer}/`)) return { back: url, wasAsked };
      }
      throw new Error(`The provider sends around: ${url}`);
    },
  };
}
