import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('program.ts', import.meta.url));

export const PAYMENT_SECRET = 'the-secret-of-the-fake-provider-000';

export interface PaymentProcess {
  /** Address of its calls, for `createHttpPayment`. */
  url: string;
  /** Does what a payer or an accident does (program.ts). */
  control<T = unknown>(act: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

/** A payment provider in a process of its own, on loopback. */
export async function startPaymentProvider(): Promise<PaymentProcess> {
  const child = fork(program, [], {
    env: {},
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (sent) => resolve(String(sent)));
    child.once('exit', (code) => reject(new Error(`the fake payment provider ended with code ${code}`)));
  });
  return {
    url: `${url}/v1`,
    async control<T>(act: string, body: object = {}) {
      const response = await fetch(`${url}/control/${act}`, { method: 'POST', body: JSON.stringify(body) });
      return (await response.json()) as T;
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}
