import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/*
 * All checks that do not run the product: format, lint, types, dead code, generated documents, key presses, the build
 * and generated clients. Runs two steps at a time, the longest first; each prints its output when it ends.
 */
const LANES = 2;
/** Room for new objects, in MB. The steps make many that live briefly, and V8's 16 MB make it collect them often. */
const YOUNG_MB = 256;
const STEPS = [
  'check:build',
  'lint',
  'check:clients',
  // Several checkers repeat a part of each other's work, and another step has the other core.
  'typecheck -- --checkers 1',
  'bench:keys -- --check',
  'format:check',
  'knip',
  'docs:environment -- --check',
  'check:packages',
];

interface Outcome {
  readonly isOk: boolean;
  readonly lines: string[];
}

function run(step: string): Promise<Outcome> {
  const child = spawn('npm', ['run', '--silent', ...step.split(' ')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=${String(YOUNG_MB)}`.trim(),
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ isOk: code === 0, lines }));
  });
}

const waiting = [...STEPS];
const failed: string[] = [];

async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const startedAt = performance.now();
    const { isOk, lines } = await run(step);
    if (!isOk) failed.push(step);
    console.log(`${isOk ? 'ok    ' : 'FAILED'} ${step} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
    lines.forEach((line) => console.log(`       ${line}`));
  }
}

await Promise.all(Array.from({ length: LANES }, work));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
