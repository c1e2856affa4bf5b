import { describe, expect, test } from 'vitest';
import { ToolError, type RunTool, type ToolRun } from '#server/intake/run-tool.ts';
import { extractTracks } from '#server/intake/steps/extract-tracks.ts';

const failed = (messages = 'Invalid data') => new ToolError('ffmpeg', 'failed', messages);

/** The outputs of each run. */
async function extract(tracks: readonly string[], fail: (outputs: readonly string[]) => unknown = () => undefined) {
  const runs: ToolRun[] = [];
  const runTool: RunTool = (_tool, run) => {
    runs.push(run);
    const failure = fail(run.arguments.filter((word) => tracks.includes(word)));
    return failure === undefined ? Promise.resolve({ output: '', messages: '' }) : Promise.reject(failure);
  };
  const ending = extractTracks({
    ...{ runTool, draft: '/job/encode', signal: new AbortController().signal, tracks },
    optionsOf: (wanted: readonly string[]) => ['-count', String(wanted.length)],
    outputOf: (track) => ['-map', track],
  });
  const error: unknown = await ending.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  return { runs, error, outputs: runs.map(({ arguments: words }) => words.filter((word) => tracks.includes(word))) };
}

describe('the tracks of a source', () => {
  test('are written by one run, which overwrites those of an earlier try', async () => {
    const { runs, outputs, error } = await extract(['one', 'two']);
    expect(outputs).toEqual([['one', 'two']]);
    expect(error).toBeUndefined();
    const { arguments: words, folder } = runs[0]!;
    expect(folder).toBe('/job/encode');
    expect(words).toContain('-y');
    // Options of an input stand before it, those of outputs after.
    expect([words.indexOf('-count'), words.indexOf('file:../source'), words.indexOf('-map')]).toEqual(
      [words.indexOf('-count'), words.indexOf('file:../source'), words.indexOf('-map')].sort((a, b) => a - b),
    );
    expect(words[words.indexOf('-count') + 1]).toBe('2');
  });

  test('need no run where there are none', async () => {
    expect((await extract([])).runs).toEqual([]);
  });

  test('are written one by one where a broken one fails the run: it costs only itself', async () => {
    const { outputs, error, runs } = await extract(['one', 'broken', 'two'], (wanted) =>
      wanted.includes('broken') ? failed() : undefined,
    );
    expect(outputs).toEqual([['one', 'broken', 'two'], ['one'], ['broken'], ['two']]);
    expect(error).toBeUndefined();
    expect(runs[1]!.arguments).toContain('1');
  });

  test.each<[string, unknown]>([
    ['the disk is full', failed('av_interleaved_write_frame(): No space left on device')],
    ['the tool was killed', new ToolError('ffmpeg', 'killed', '')],
    ['it took too long', new ToolError('ffmpeg', 'late', '')],
    ['our program is wrong', new TypeError('wrong')],
  ])('are not tried one by one where %s', async (_name, failure) => {
    const { runs, error } = await extract(['one', 'two'], () => failure);
    expect(error).toBe(failure);
    expect(runs).toHaveLength(1);
    // The same when it happens at a single one.
    const single = await extract(['one', 'two'], (wanted) => (wanted.length > 1 ? failed() : failure));
    expect(single.error).toBe(failure);
    expect(single.runs).toHaveLength(2);
  });
});
