import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgressReader, type Progress } from '#server/intake/encode/progress.ts';
import { gainOf, integratedLoudness } from '#server/intake/encode/sound-arguments.ts';
import { explainFailure, isBrokenSource } from '#server/intake/explain-failure.ts';
import { createRunTool, ToolError, type ToolRun } from '#server/intake/run-tool.ts';
import { findTools } from '#server/intake/tools.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bora-tools-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (path: string, text = '#!/bin/sh\n') => {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

describe('tools', () => {
  const find = (folders: readonly string[]) =>
    findTools({ folders, packagerFolder: folder, platform: 'linux', architecture: 'x64' });

  it('missing tools are named with the command that installs them', () => {
    program(join(folder, 'ffprobe'));
    expect(() => find([folder])).toThrow(
      expect.objectContaining({
        code: 'TOOL_MISSING',
        isFinal: false,
        message: expect.stringMatching(
          /ffmpeg, fpcalc: not installed\. Run "sudo apt install ffmpeg libchromaprint-tools"\. Shaka Packager: not installed\. Run "npm ci"/,
        ),
      }),
    );
  });

  const ALL = ['ffmpeg', 'ffprobe', 'fpcalc', 'bin/packager-linux-x64'];

  it.each(ALL.flatMap((missing) => (['is absent', 'may not be run'] as const).map((how) => [missing, how] as const)))(
    'is missing when %s %s, though all others are there',
    (missing, how) => {
      mkdirSync(join(folder, 'bin'));
      ALL.filter((name) => name !== missing).forEach((name) => program(join(folder, name)));
      if (how === 'may not be run') writeFileSync(join(folder, missing), '#!/bin/sh\n');
      expect(() => find([folder])).toThrow(
        expect.objectContaining({
          code: 'TOOL_MISSING',
          message: expect.stringContaining(missing.startsWith('bin') ? 'Shaka Packager' : missing),
        }),
      );
    },
  );

  it('are found in the first folder that has them', () => {
    mkdirSync(join(folder, 'bin'));
    ['ffmpeg', 'ffprobe', 'fpcalc'].forEach((name) => program(join(folder, name)));
    program(join(folder, 'bin/packager-linux-x64'));
    const absent = join(folder, 'absent');
    expect(find([absent, folder])).toEqual({
      ffmpeg: join(folder, 'ffmpeg'),
      ffprobe: join(folder, 'ffprobe'),
      fpcalc: join(folder, 'fpcalc'),
      packager: join(folder, 'bin/packager-linux-x64'),
    });
  });
});

describe('a run', () => {
  const run = (script: string, options: Partial<ToolRun> = {}) => {
    const path = join(folder, 'tool');
    program(path, `#!/bin/sh\n${script}\n`);
    return createRunTool({ ffmpeg: path, ffprobe: path, fpcalc: path, packager: path })('ffmpeg', {
      arguments: [],
      folder,
      signal: new AbortController().signal,
      limitMs: 20_000,
      ...options,
    });
  };

  it('has none of the environment of the server', async () => {
    process.env['BORA_TEST_SECRET'] = 'secret';
    try {
      const { output } = await run('/usr/bin/env');
      expect(output).toContain('LC_ALL=C.UTF-8');
      expect(output).not.toContain('secret');
    } finally {
      delete process.env['BORA_TEST_SECRET'];
    }
  });

  it('has its temporary files in its own folder, which may be on another disk', async () => {
    await run('echo text > "$TMPDIR/temporary"');
    expect(readFileSync(join(folder, 'temporary'), 'utf8')).toBe('text\n');
  });

  it('fails with the last line that the tool wrote', async () => {
    await expect(run('echo first >&2; echo second >&2; exit 3')).rejects.toThrow('ffmpeg failed: second');
  });

  it('hands over whole lines', async () => {
    const lines: string[] = [];
    await run('printf "one\\ntwo\\nthree"', { onLine: (line) => lines.push(line) });
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  it('hands over a secret that is in no argument and no file with a name', async () => {
    const { output } = await run('cat /dev/fd/3; ls -A; tr "\\0" " " < /proc/$$/cmdline', { secret: 'key=b2\n' });
    expect(output.split('\n').slice(0, 2)).toEqual(['key=b2', 'tool']);
    expect(output.split('key=b2')).toHaveLength(2);
  });

  it.each([
    ['late', 'exec sleep 60', { limitMs: 50 }],
    ['silent', 'exec sleep 60', { silenceMs: 50 }],
    ['talkative', 'exec yes', { outputBytes: 1_000 }],
    ['killed', 'kill -9 $$', {}],
  ])('a run that is %s ends with an error', async (end, script, options) => {
    await expect(run(script, options)).rejects.toMatchObject({ end });
  });

  it('ends when its signal aborts', async () => {
    const stop = new AbortController();
    const reason = new Error('stopping');
    const running = run('echo begun; exec sleep 60', { signal: stop.signal, onLine: () => stop.abort(reason) });
    await expect(running).rejects.toBe(reason);
  });

  it('fails where the program is gone', async () => {
    const none = createRunTool({ ffmpeg: join(folder, 'none'), ffprobe: '', fpcalc: '', packager: '' });
    const running = none('ffmpeg', { arguments: [], folder, signal: new AbortController().signal, limitMs: 1_000 });
    await expect(running).rejects.toMatchObject({ end: 'failed' });
  });
});

describe('a failure', () => {
  const explained = (error: unknown) => explainFailure(error, 'encoding', '/in/a.mkv', new AbortController().signal);

  it('a failure of a full disk says what to do, whether a tool or the system reports it', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    for (const error of [
      full,
      new ToolError('ffmpeg', 'failed', 'av_interleaved_write_frame(): No space left on device'),
    ])
      expect(explained(error)).toMatchObject({
        code: 'DISK_FULL',
        isFinal: false,
        message: expect.stringContaining('"a.mkv"'),
      });
  });

  it.each([
    ['killed', 'TOOL_KILLED'],
    ['silent', 'TOOL_STUCK'],
    ['late', 'TOOL_STUCK'],
    ['failed', 'TOOL_FAILED'],
  ] as const)('a failure of a tool that was %s can be retried', (end, code) => {
    expect(explained(new ToolError('ffmpeg', end, 'why'))).toMatchObject({ code, isFinal: false });
  });

  it('a codec without a decoder is refused for good, with its name', () => {
    const messages = '[dec] Decoder (codec vvc) not found for input stream #0:0';
    expect(explained(new ToolError('ffmpeg', 'failed', messages))).toMatchObject({
      code: 'SOURCE_CODEC_UNKNOWN',
      params: { name: '"a.mkv"', codec: 'vvc' },
      isFinal: true,
    });
  });

  it.each([
    ['Error marking filters as finished', true],
    ['Error while decoding stream #0:0: Invalid data found', true],
    ['Error submitting packet to decoder: Invalid data', true],
    ['Error while decoding stream #0:0: Cannot allocate memory', false],
    ['Error marking filters as finished\nNo space left on device', false],
    ['Conversion failed!', false],
  ])('a tool that ended with "%s" has given up on the source: %j', (messages, isSource) => {
    expect(isBrokenSource(new ToolError('ffmpeg', 'failed', messages))).toBe(isSource);
    expect(isBrokenSource(new ToolError('ffmpeg', 'killed', messages))).toBe(false);
  });

  it('a failure of a missing folder says so', () => {
    const gone = Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'statfs' });
    expect(explained(gone)).toMatchObject({
      code: 'JOB_FOLDER_UNAVAILABLE',
      isFinal: false,
      message: expect.stringMatching(/ENOENT.* encoding "a\.mkv"/),
    });
  });

  it('a failure of another kind stays what it is', () => {
    const bug = new TypeError('bug');
    expect(explained(bug)).toBe(bug);
  });
});

describe('loudness', () => {
  const summary = (lufs: string) =>
    `[Parsed_ebur128_2 @ 0x1] Summary:\n\n  Integrated loudness:\n    I:         ${lufs} LUFS\n    Threshold: -41.3 LUFS\n`;

  it.each([
    ['-31.0', 8],
    ['-14.2', -8.8],
    ['-60.0', 20],
    ['-70.0', 0],
    ['-inf', 0],
  ])('loudness of %s LUFS is changed by %d dB', (lufs, gain) =>
    expect(gainOf(integratedLoudness(summary(lufs)))).toBe(gain),
  );

  it('loudness without a measurement is not changed', () => expect(gainOf(integratedLoudness(''))).toBe(0));
});

it('reads the progress of ffmpeg block by block', () => {
  const seen: Progress[] = [];
  const read = createProgressReader((progress) => seen.push(progress));
  ['frame=24', 'out_time_us=N/A', 'speed=N/A', 'progress=continue'].forEach(read);
  ['frame=48', 'out_time_us=2000000', 'speed=1.5x', 'progress=end'].forEach(read);
  expect(seen).toEqual([
    { seconds: 0, frames: 24 },
    { seconds: 2, frames: 48, speed: 1.5 },
  ]);
});
