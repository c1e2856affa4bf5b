import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleProcess } from '#tests/evening/bundle.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { writeCatalogueFiles } from '#tests/support/server/server-files.ts';
import { runBundle, type ServerProcess } from '#tests/support/server/server-process.ts';
import { writeCatalogue } from './catalogue.ts';
import { hasNewMigrations, releaseOf } from './earlier-release.ts';
import { startVersion, versionOfCheckout, versionOfRelease, type Variables, type Version } from './version.ts';

/** What the upgrades share: two versions, a catalogue, and a program that dies while it migrates. */
export interface Lab {
  earlier: Version;
  checkout: Version;
  /** Whether the upgrade migrates the database. Otherwise both versions start on it. */
  isMigrating: boolean;
  folder: string;
  /** Variables of every process. */
  variables: Variables;
  /** File of the catalogue. */
  catalogue: string;
  /** Starts a process, which ends with the lab at the latest. @returns its address too */
  start(
    version: Version,
    variables: Variables,
    command: 'start' | 'serve' | 'work',
  ): Promise<{ running: ServerProcess; url: string }>;
  /** Why calls and work failed, as the processes' logs say, each cause once. */
  errors(): string[];
  /** Migrates with a power cut before each statement. @returns how often it died. */
  dieAtEachStatement(variables: Variables, between: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** More statements than all migrations have. */
const MOST_STATEMENTS = 2_000;

/** The cause that a line of a log names. */
function causeIn(line: string): string[] {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { stack?: string } };
    return [`${msg}: ${err?.stack?.split('\n').slice(0, 3).join(' ') ?? ''}`];
  } catch {
    return [];
  }
}

export async function openLab(ref: string): Promise<Lab> {
  const earlier = versionOfRelease(releaseOf(ref));
  const folder = await mkdtemp(join(tmpdir(), 'bora-upgrade-'));
  const [server, dying, files] = await Promise.all([
    bundleServer(),
    bundleProcess('tests/upgrade/killed-migration.ts'),
    writeCatalogueFiles(),
  ]);
  // A release has no demo, whose reviewers would write about every title.
  await rm(join(dirname(server.path), 'demo.js'), { force: true });
  const variables = { CATALOGUE_DIR: files, LOG_LEVEL: 'error' };
  const started: ServerProcess[] = [];
  return {
    earlier,
    checkout: versionOfCheckout(server.path),
    isMigrating: hasNewMigrations(ref),
    folder,
    variables,
    catalogue: await writeCatalogue(folder),
    async start(version, own, command) {
      const running = startVersion(version, { ...variables, ...own }, command);
      started.push(running);
      return { running, url: await running.url };
    },
    errors: () => [...new Set(started.flatMap((each) => each.err().split('\n')).flatMap(causeIn))],
    async dieAtEachStatement(own, between) {
      for (let statement = 1; statement < MOST_STATEMENTS; statement += 1) {
        const child = spawn(process.execPath, [...runBundle(dying.path), String(statement)], {
          env: { PATH: process.env['PATH'] ?? '', ...variables, ...own },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let said = '';
        child.stderr.on('data', (part: Buffer) => (said += part.toString()));
        const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
        if (code === 0) return statement - 1;
        if (signal !== 'SIGKILL')
          throw new Error(`The migration ended with ${code} at statement ${statement}: ${said}`);
        await between();
      }
      throw new Error('The migration has no end.');
    },
    async close() {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await Promise.all([server.remove(), dying.remove()]);
      for (const each of [folder, files]) await rm(each, { recursive: true, force: true });
    },
  };
}
