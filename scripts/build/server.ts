import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The server and the operator's commands; `scripts/bora.mjs` finds them by these names. */
const ENTRIES = [
  'server/start/main.ts',
  'scripts/migrate.ts',
  'scripts/operate.ts',
  'scripts/catalogue.ts',
  'scripts/titles.ts',
  'scripts/media.ts',
  'scripts/edge.ts',
  'scripts/doctor.ts',
  // Started by the server for each video.
  'server/intake/child.ts',
  // Started by the server for each picture of an operator.
  'server/catalogue/pictures/picture-program.ts',
  // Started by the server for each subtitle of an operator.
  'server/intake/tracks/subtitle-program.ts',
  'server/intake/tracks/pictures-program.ts',
  // Started by a worker for pictures that are read as text.
  'server/intake/letters/pages-program.ts',
  // Started by a worker each night.
  'server/catalogue/learning/learner-program.ts',
  // Started by the server with the first proof of age, outside production.
  'server/providers/identity-program.ts',
];

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The package of an import: `kysely` for `kysely/helpers`; `@fastify/static` for itself. */
const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Builds the server with source maps. Packages stay in `node_modules`: some load files of their own, and an operator
 * must be able to replace one with an advisory without a build.
 *
 * @returns the packages that it imports.
 * @throws Error when the server imports a package that `npm ci --omit=dev` does not install.
 */
export async function buildServer(outdir = join(root, 'dist/server')): Promise<ReadonlySet<string>> {
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...ENTRIES.map((path) => ({ in: path, out: basename(path, '.ts') })),
      // The folder may be deleted; `server/start/folders.ts` finds the code by this name.
      ...(existsSync(join(root, 'demo/index.ts')) ? [{ in: 'demo/index.ts', out: 'demo' }] : []),
    ],
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    metafile: true,
    logLevel: 'error',
  });
  const packages = new Set(
    Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path, external }) => external && !isBuiltin(path))
      .map(({ path }) => packageOf(path)),
  );
  const missing = [...packages].filter((name) => !(name in dependencies));
  if (missing.length > 0)
    throw new Error(`The server imports packages that are not production dependencies: ${missing.join(', ')}`);
  return packages;
}
