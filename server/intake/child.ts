import { once } from 'node:events';
import { setPriority } from 'node:os';
import { codedFailure, IntakeError } from './intake-error.ts';
import { beginSchema, type Message } from './messages.ts';
import { runSteps } from './run-steps.ts';
import { createSoundSteps } from './sounds/sound-steps.ts';
import { createSteps } from './steps/index.ts';
import { findTools } from './tools.ts';

/*
 * Works on one video in a process of its own: the server's event loop stays free, and a crash or a lack of memory ends only this process.
 *
 *     child.ts SOURCE FOLDER
 */

/** Lowest priority; the tools that are started here inherit it. */
const NICENESS = 19;

const stopping = new AbortController();
const stop = () => stopping.abort(new Error('stopped'));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The worker ended, perhaps killed. Another worker takes the job over, so this process must stop writing.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
});

const send = (message: Message) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));

async function main(): Promise<void> {
  setPriority(NICENESS);
  const [source, folder] = process.argv.slice(2);
  if (source === undefined || folder === undefined || !process.send) throw new Error('started by hand');
  const [sent] = (await once(process, 'message')) as [unknown];
  const { protection, choices, sound } = beginSchema.parse(sent);
  const tools = findTools();
  await runSteps(sound ? createSoundSteps(tools, sound) : createSteps(tools), {
    source,
    folder,
    protection,
    choices,
    signal: stopping.signal,
    begin: (step) => void send({ kind: 'step', step }),
    progress: ({ fraction, speed }) => void send({ kind: 'progress', fraction, ...(speed !== undefined && { speed }) }),
    notice: ({ message, code, params }) => void send({ kind: 'notice', text: message, code, params }),
  });
  await send({ kind: 'done' });
}

main()
  .catch(async (error: unknown) => {
    console.error(error);
    const { message, code, params } = codedFailure(error);
    await send({ kind: 'failed', message, code, params, isFinal: error instanceof IntakeError && error.isFinal });
  })
  .finally(() => process.exit());
