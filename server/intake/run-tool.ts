import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { limitsOf } from '#server/lib/limited-program.ts';
import type { Tools } from './tools.ts';

/** Private memory of a child in bytes. 2160p in HEVC needs about 4 GB; a crafted file must not take the machine. */
const MEMORY_BYTES = 12 * 2 ** 30;
/** Kept end of a child's messages, in characters: the cause of a failure is in the last lines. */
const KEPT_MESSAGES = 20_000;
/** Longest line that a child may print, in characters. */
const LONGEST_LINE = 100_000;
/** A low priority: the server needs the processor for viewers. */
const NICENESS = 10;
/**
 * The whole environment of a child. The packager writes temporary files and renames them into its folder, which fails
 * between disks, so they lie in that folder from the start.
 */
const ENVIRONMENT = { LC_ALL: 'C.UTF-8', TMPDIR: '.' };

/** Why a run failed. `killed`: by another process, such as the kernel when memory is short. */
export type ToolEnd = 'failed' | 'killed' | 'late' | 'silent' | 'talkative';

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly end: ToolEnd;
  /** The end of what the tool wrote to its standard error. */
  readonly messages: string;

  constructor(tool: string, end: ToolEnd, messages: string, options?: ErrorOptions) {
    const last = messages.trimEnd().split('\n').at(-1) ?? '';
    super(`${tool} ${WORDS[end]}${last === '' ? '' : `: ${last}`}`, options);
    this.end = end;
    this.messages = messages;
  }
}

const WORDS: Readonly<Record<ToolEnd, string>> = {
  failed: 'failed',
  killed: 'was killed',
  late: 'ran for too long',
  silent: 'stopped making progress',
  talkative: 'printed too much',
};

export interface ToolRun {
  readonly arguments: readonly string[];
  /** Arguments name files relative to it, so that they contain no text of users. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Kills the tool when it prints nothing for this long. Default: no limit. */
  readonly silenceMs?: number;
  readonly outputBytes?: number;
  /** Receives the output line by line; without it the run returns the output. */
  onLine?(line: string): void;
  /** Written to the tool's standard input. */
  readonly input?: readonly Uint8Array[];
  /** The tool reads it from the file `SECRET_FILE`. Arguments would be visible to all users of the machine. */
  readonly secret?: string;
}

/** The file of a run's secret, for the tool alone. */
export const SECRET_FILE = '/dev/fd/3';

export interface ToolResult {
  readonly output: string;
  readonly messages: string;
}

export type RunTool = (name: 'ffmpeg' | 'ffprobe' | 'fpcalc' | 'packager', run: ToolRun) => Promise<ToolResult>;

/** Runs tools as children that end with this process, cannot take all memory, and do not see its environment. */
export function createRunTool(tools: Tools): RunTool {
  const bounded = limitsOf(tools, { memoryBytes: MEMORY_BYTES });
  return (name, run) => runChild(name, [...bounded, tools[name], ...run.arguments], run);
}

/** Opens a file without a name that holds the text: a killed process leaves nothing behind. */
function openSecret(folder: string, text: string): number {
  const path = join(folder, `.${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  // At its start, as a tool may share this position in the file.
  writeSync(file, text, 0);
  return file;
}

function runChild(name: string, [command = '', ...words]: readonly string[], run: ToolRun): Promise<ToolResult> {
  const { folder, signal, limitMs, silenceMs, outputBytes = 1_000_000, onLine, input, secret } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const secretFile = secret === undefined ? undefined : openSecret(folder, secret);
    const child = spawn(command, words, {
      cwd: folder,
      env: ENVIRONMENT,
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(secretFile === undefined ? [] : [secretFile])],
    });
    if (secretFile !== undefined) closeSync(secretFile);
    let output = '';
    let received = 0;
    let messages = '';
    let cause: ToolEnd | undefined;
    let broken: unknown;
    const end = (why: ToolEnd) => {
      cause ??= why;
      child.kill('SIGKILL');
    };
    const abort = () => child.kill('SIGKILL');
    const late = setTimeout(() => end('late'), limitMs);
    let silent: NodeJS.Timeout | undefined;
    const hear = () => {
      if (silenceMs === undefined) return;
      clearTimeout(silent);
      silent = setTimeout(() => end('silent'), silenceMs);
    };
    const take = (text: string) => {
      output += text;
      if (!onLine) return;
      const lines = output.split('\n');
      output = lines.pop() ?? '';
      if (output.length > LONGEST_LINE) return end('talkative');
      lines.forEach(onLine);
    };
    hear();
    signal.addEventListener('abort', abort, { once: true });
    child.on('spawn', () => {
      try {
        if (child.pid !== undefined) setPriority(child.pid, NICENESS);
      } catch {
        // The child has already ended.
      }
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      hear();
      received += text.length;
      if (received > outputBytes) return end('talkative');
      try {
        take(text);
      } catch (error) {
        broken ??= error;
        child.kill('SIGKILL');
      }
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-KEPT_MESSAGES);
    });
    // A tool that fails early closes its input; its exit code says why.
    child.stdin?.on('error', () => undefined);
    if (input) {
      input.forEach((part) => child.stdin?.write(part));
      child.stdin?.end();
    }
    const finish = (settle: () => void) => {
      clearTimeout(late);
      clearTimeout(silent);
      signal.removeEventListener('abort', abort);
      settle();
    };
    child.on('error', (error) => finish(() => reject(new ToolError(name, 'failed', error.message, { cause: error }))));
    child.on('close', (code, killer) =>
      finish(() => {
        if (signal.aborted) return reject(signal.reason);
        if (broken !== undefined) return reject(broken);
        if (cause !== undefined) return reject(new ToolError(name, cause, messages));
        if (killer !== null) return reject(new ToolError(name, 'killed', messages));
        if (code !== 0) return reject(new ToolError(name, 'failed', messages));
        try {
          if (onLine && output !== '') onLine(output);
        } catch (error) {
          return reject(error);
        }
        resolve({ output, messages });
      }),
    );
  });
}
