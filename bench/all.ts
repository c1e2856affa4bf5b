import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { machineLine } from './lib/machine.ts';
import { verdict, type PrintedFigures } from './lib/table.ts';

/*
 * Runs benches one after the other, and prints one page of their figures in Markdown.
 *
 *     npm run bench                          all, about an hour
 *     npm run bench -- start player          some
 *     npm run bench > figures.md
 *
 * `bench:finding` needs a folder of ratings; `bench:hour` and `bench:keys` print pages of their own.
 */
const BENCHES = [
  'start',
  'player',
  'focus',
  'inputs',
  'search',
  'catalogue',
  'console',
  'media',
  'signs',
  'server',
  'scale',
  'evening',
];

interface Ran {
  readonly lines: readonly string[];
  readonly code: number | null;
}

/** Runs one bench; its progress goes to this process's errors. */
function run(name: string): Promise<Ran> {
  const file = join(import.meta.dirname, `${name}.ts`);
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', file, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ lines: text.split('\n').filter((line) => line !== ''), code }));
  });
}

const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;

function tableOf({ machine, figures }: PrintedFigures): string[] {
  const rows = figures.map((one) => [one.what.trim(), one.figure, one.target, verdict(one)]);
  return [machine, '', ...[['what', 'figure', 'target', ''], ['---', '---', '---', '---'], ...rows].map(row), ''];
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`unknown bench: ${unknown.join(', ')}; choose from ${BENCHES.join(', ')}`);
console.log(`# Figures\n\n${machineLine()}\n`);
for (const name of BENCHES) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`bench:${name} …`);
  const { lines, code } = await run(name);
  console.log(`## bench:${name}\n`);
  for (const line of lines)
    console.log(line.startsWith('{') ? tableOf(JSON.parse(line) as PrintedFigures).join('\n') : `${line}\n`);
  if (code === 0) continue;
  // A missed target or a failure: the figures say which.
  console.log(`It ended with ${String(code)}.\n`);
  process.exitCode = 1;
}
