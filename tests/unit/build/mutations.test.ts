import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instrument } from '../../../scripts/mutations/instrument.ts';
import { addLine, hashOf, readLog } from '../../../scripts/mutations/log.ts';
import { MODULES } from '../../../scripts/mutations/modules.ts';

describe('mutants', () => {
  const changesOf = async (text: string) => {
    const { mutants } = await instrument([{ path: 'src/some.ts', text }]);
    return mutants.map(({ line, original, replacement }) => `${line}: ${original} -> ${replacement}`);
  };

  it('change conditions, bounds and sums', async () => {
    const changes = await changesOf('export const isPast = (at: number) =>\n  at + 1 < 7;');
    expect(changes).toContain('2: at + 1 < 7 -> at + 1 <= 7');
    expect(changes).toContain('2: at + 1 < 7 -> false');
    expect(changes).toContain('2: at + 1 -> at - 1');
  });

  it('change codes, and no texts, messages or tables of texts', async () => {
    expect(await changesOf("export const code = 'not-found';")).toEqual([`1: 'not-found' -> ""`]);
    expect(await changesOf("export const days = ['월요일', '화요일'];")).toEqual([]);
    expect(await changesOf('export const label = (count: number) => `${count}분`;')).toHaveLength(1);
    expect(await changesOf("export const error = new RangeError('negative');")).toEqual([]);
  });

  it('empty no dependencies of a hook, and no declaration of the contract', async () => {
    const changes = await changesOf('export const useIt = (it: number) => useMemo(() => it, [it]);');
    expect(changes.filter((change) => change.includes('[it]'))).toHaveLength(1);
    const { mutants } = await instrument([{ path: 'contract/some.ts', text: "export const codes = ['one', 'two'];" }]);
    expect(mutants).toEqual([]);
  });

  it('have names that last as long as the source', async () => {
    const text = 'export const isLarge = (size: number) => size > 3;';
    const names = async (path: string) => (await instrument([{ path, text }])).mutants.map(({ name }) => name);
    expect(await names('src/some.ts')).toEqual(await names('src/some.ts'));
    expect(new Set(await names('src/some.ts')).size).toBe((await names('src/some.ts')).length);
  });
});

describe('the log of a source', () => {
  let folder = '';
  let log = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bora-mutations-'));
    log = join(folder, 'some.jsonl');
    writeFileSync(log, `${JSON.stringify({ source: hashOf('source') })}\n`);
    addLine(log, { test: 'some.test.ts', hash: 'first' });
    addLine(log, { covers: ['one', 'two'] });
    addLine(log, { mutant: 'one', verdict: 'noticed' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (source = 'source', hash = 'first') => readLog(log, source, () => hash);

  it('holds while source and test are the same', () => {
    expect(read()?.get('some.test.ts')?.verdicts).toEqual(new Map([['one', 'noticed']]));
    expect(read('source', 'second')?.size).toBe(0);
    expect(read('changed')).toBeUndefined();
  });

  it('says what was being tried when the run ended, and skips half a line', () => {
    addLine(log, { trying: 'two' });
    appendFileSync(log, '{"mutant":"tw');
    const said = read()?.get('some.test.ts');
    expect(said).toMatchObject({ trying: 'two', hasEnded: false, covers: ['one', 'two'] });
  });

  it('goes on when the same test runs again', () => {
    addLine(log, { test: 'some.test.ts', hash: 'first' });
    addLine(log, { mutant: 'two', verdict: 'quiet' });
    addLine(log, { end: 'some.test.ts' });
    const said = read()?.get('some.test.ts');
    expect([...said!.verdicts.keys()]).toEqual(['one', 'two']);
    expect(said!.hasEnded).toBe(true);
  });
});

it('rules of the server reach no store and no route, and each has a test', () => {
  const { files, testsOf } = MODULES.find(({ name }) => name === 'server-rules')!;
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /store\.ts$|routes\.ts$/.test(file) && !file.includes('/providers/'))).toEqual([]);
  expect(files.filter((file) => testsOf(file).length === 0)).toEqual([]);
});
