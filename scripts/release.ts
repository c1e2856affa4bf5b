import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { buildApp } from './build-app.ts';
import { buildServer } from './build/server.ts';
import { buildDocs } from './docs/build.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords, readerOf } from './operator-commands/words.ts';
import { writeArchive } from './release/archive.ts';
import { writeDebianPackage } from './release/debian.ts';
import { writeImage } from './release/image.ts';
import { readRelease, root, type Architecture } from './release/release.ts';
import { makeTree, sizeOf } from './release/tree.ts';

const USAGE = `npm run release [-- WORDS]              makes a release of the commit, in dist/release

  WORDS: archive (.tar.zst), deb (Debian package), image (OCI image); all without a word
    --arch amd64 | arm64                twice for both; amd64 when not said
    --out FOLDER                        another folder
Needs zstd; deb needs dpkg-deb, image needs mmdebstrap and buildah ("npm run tools:install -- release").`;

const KINDS = ['archive', 'deb', 'image'] as const;
const read = readerOf(USAGE);

const MB = 1_000_000;

async function main(): Promise<void> {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    arch: { type: 'string', multiple: true, default: ['amd64'] },
    out: { type: 'string', default: join(root, 'dist/release') },
  });
  const kinds = read(z.array(z.enum(KINDS)), positionals, 'A release is an archive, a deb or an image.');
  const architectures: Architecture[] = read(
    z.array(z.enum(['amd64', 'arm64'])),
    values.arch,
    'Bora is made for amd64 and arm64.',
  );
  const makes = new Set(kinds.length === 0 ? KINDS : kinds);
  const release = readRelease();
  const out = resolve(values.out);
  const work = join(out, 'work');
  rmSync(join(root, 'dist/maps'), { recursive: true, force: true });
  buildApp();
  const imported = await buildServer();
  await buildDocs();
  mkdirSync(work, { recursive: true });
  const made: string[] = [];
  for (const architecture of architectures) {
    const name = `bora-${release.version}`;
    const folder = join(work, architecture);
    const tree = join(folder, name);
    makeTree(tree, { architecture, imported, release });
    console.log(`${architecture}: ${(sizeOf(tree) / MB).toFixed(0)} MB unpacked`);
    const file = (suffix: string) => {
      made.push(join(out, `bora_${release.version}_${architecture}${suffix}`));
      return made.at(-1)!;
    };
    if (makes.has('archive')) writeArchive(file('.tar.zst'), tree, release);
    const given = { tree, architecture, release };
    if (makes.has('deb')) writeDebianPackage(file('.deb'), { ...given, work: join(folder, 'deb') });
    if (makes.has('image')) writeImage(file('.oci.tar'), { ...given, work: join(folder, 'image') });
  }
  const sbom = join(out, `bora_${release.version}.cdx.json`);
  writeFileSync(sbom, execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root }));
  made.push(sbom);
  const sums = made.map((path) => {
    const bytes = readFileSync(path);
    console.log(`${path}  ${(bytes.length / MB).toFixed(1)} MB`);
    return `${createHash('sha256').update(bytes).digest('hex')}  ${basename(path)}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

runCommand(main);
