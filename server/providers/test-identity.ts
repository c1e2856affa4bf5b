import { fork, type ChildProcess } from 'node:child_process';
import { createSignedIdentity, type IdentityProvider } from './identity.ts';

/**
 * Checks nobody: the viewer chooses the answer on a page of another process, as with a real provider. Never in
 * production. The process starts with the first proof and ends with this one.
 *
 * @param program the file of `identity-program.ts`, or its build.
 * @param host where the program listens.
 */
export function createTestIdentity({
  program,
  host,
  secret,
}: {
  program: string;
  host: string;
  secret: string;
}): IdentityProvider {
  let child: ChildProcess | undefined;
  let address: Promise<string> | undefined;

  const start = () =>
    new Promise<string>((resolve, reject) => {
      const started = fork(program, [], {
        env: {},
        execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child = started;
      started.send({ secret, host });
      started.once('message', (sent) => resolve(String(sent)));
      started.once('error', reject);
      started.once('exit', (code) => {
        // The next proof starts another one.
        address = undefined;
        reject(new Error(`The test provider of proofs of age ended with code ${code}.`));
      });
    });

  return {
    ...createSignedIdentity({ address: () => (address ??= start()), secret }),
    close: () =>
      new Promise((resolve) => {
        if (!child || child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}
