import { request } from 'node:http';
import { z } from 'zod';
import type { Operate } from './calls.ts';

/** Answers later than this, in ms, are given up: a change of one title takes less than a second. */
const ANSWER_WITHIN_MS = 30_000;
/** An export of 50,000 titles takes a minute. */
const EXPORT_WITHIN_MS = 600_000;

/** No server answers at the socket, or it does not understand the command. */
export class NoOperatorSocketError extends Error {
  override readonly name = 'NoOperatorSocketError';
}

const answerSchema = z.union([
  z.object({ status: z.literal('done'), result: z.unknown() }),
  z.object({ status: z.enum(['refused', 'unknown']), message: z.string() }),
]);
const failureSchema = z.object({ message: z.string() });

const post = (socketPath: string, name: string, body: unknown) =>
  new Promise<string>((resolve, reject) => {
    const timeout = name === 'catalogue/export' ? EXPORT_WITHIN_MS : ANSWER_WITHIN_MS;
    const call = request({ socketPath, path: `/${name}`, method: 'POST', timeout }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error(`the server did not answer within ${timeout / 1000} s`)));
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });

/** Calls of the running server. Throws NoOperatorSocketError where none listens. */
export const operateAt =
  (socketPath: string): Operate =>
  async (name, body) => {
    const text = await post(socketPath, name, body).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') throw new NoOperatorSocketError(socketPath);
      throw error;
    });
    const answer: unknown = JSON.parse(text);
    const parsed = answerSchema.safeParse(answer);
    if (parsed.success) return parsed.data as never;
    throw new Error(failureSchema.safeParse(answer).data?.message ?? 'The server gave an answer of another version.');
  };
