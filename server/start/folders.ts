import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The project's folder: the nearest parent with a package.json, for the sources and for `dist/server`. */
function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('No package.json above the server: the folder is not a Bora checkout.');
  return findRoot(above);
}

const root = findRoot(import.meta.dirname);

/** The demo; absent where somebody deleted its folder. A build has the demo's code beside the server's. */
export const demoFolders = {
  folder: join(root, 'demo'),
  code: import.meta.filename.endsWith('.ts') ? join(root, 'demo/index.ts') : join(import.meta.dirname, 'demo.js'),
};

/** The program that works on one video; a build has it beside the server. */
export const intakeProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/intake/child.ts')
  : join(import.meta.dirname, 'child.js');

/** The program that decodes one picture; a build has it beside the server. */
export const pictureProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/catalogue/pictures/picture-program.ts')
  : join(import.meta.dirname, 'picture-program.js');

/** The program that converts one subtitle file; a build has it beside the server. */
export const subtitleProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/intake/tracks/subtitle-program.ts')
  : join(import.meta.dirname, 'subtitle-program.js');

/** The program that learns from histories; a build has it beside the server. */
export const learnerProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/catalogue/learning/learner-program.ts')
  : join(import.meta.dirname, 'learner-program.js');

/** The commands of operators; a build has them beside the server. */
export const operateProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'scripts/operate.ts')
  : join(import.meta.dirname, 'operate.js');

/** The test provider of proofs of age; a build has it beside the server. */
export const identityProgram = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/providers/identity-program.ts')
  : join(import.meta.dirname, 'identity-program.js');

/** Output folder of the app's build. */
export const webFolder = join(root, 'dist/web');

/** Source maps of the app's builds, by version. Never served. */
export const mapsFolder = join(root, 'dist/maps');

/** Output folder of the console's build. */
export const consoleFolder = join(root, 'dist/console');

/** Output folder of the documentation's build. */
export const docsFolder = join(root, 'dist/docs');

/**
 * Where the files of the catalogue are.
 *
 * @param chosen CATALOGUE_DIR; without it the demo's folder, or `./catalogue` where there is no demo.
 */
export const catalogueFolderOf = (chosen: string | undefined, demo: { catalogueFolder: string } | undefined): string =>
  chosen ?? demo?.catalogueFolder ?? resolve('catalogue');

/** The configuration of nginx as an edge, with words to fill in. */
export const edgeTemplate = join(root, 'edge/nginx.conf.template');
