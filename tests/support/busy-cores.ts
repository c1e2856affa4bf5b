import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Spins one thread per core. Exits when its input closes, even if the test process crashed. */
const SPIN = `
  const { Worker } = require('node:worker_threads');
  let left = ${availableParallelism()};
  const spin = "require('node:worker_threads').parentPort.postMessage(''); for (;;);";
  for (let core = left; core > 0; core -= 1)
    new Worker(spin, { eval: true }).on('message', () => (left -= 1) === 0 && process.stdout.write('busy'));
  process.stdin.on('end', () => process.exit()).resume();
`;

/** Runs a function while another process loads all cores. */
export async function whileCoresAreBusy<T>(run: () => Promise<T>): Promise<T> {
  const burner = spawn(process.execPath, ['-e', SPIN], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(burner, 'exit');
  try {
    await once(burner.stdout, 'data');
    return await run();
  } finally {
    burner.kill('SIGKILL');
    await ended;
  }
}
