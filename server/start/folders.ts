import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The project's folder: the nearest parent with a package.json, for the sources and for `dist/server`. */
function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('No package.json above the server: the folder is not a Bora checkout.');
  return findRoot(above);
}

const root = findRoot(import.meta.dirname);

/** Not a build. */
const isSource = import.meta.filename.endsWith('.ts');

/** The demo; absent where somebody deleted its folder. A build has the demo's code beside the server's. */
export const demoFolders = {
  folder: join(root, 'demo'),
  code: isSource ? join(root, 'demo/index.ts') : join(import.meta.dirname, 'demo.js'),
};

/** A program of its own; a build has it beside the server, under the name of its file. */
const programOf = (source: string) =>
  isSource ? join(root, source) : join(import.meta.dirname, basename(source).replace(/\.ts$/, '.js'));

/** Works on one video. */
export const intakeProgram = programOf('server/intake/child.ts');
/** Decodes one picture. */
export const pictureProgram = programOf('server/catalogue/pictures/picture-program.ts');
/** Converts one subtitle file. */
export const subtitleProgram = programOf('server/intake/tracks/subtitle-program.ts');
/** Reads one file of picture subtitles. */
export const subtitlePicturesProgram = programOf('server/intake/tracks/pictures-program.ts');
/** Draws letters of picture subtitles for a program that reads them. */
export const letterPagesProgram = programOf('server/intake/letters/pages-program.ts');
/** Learns from histories. */
export const learnerProgram = programOf('server/catalogue/learning/learner-program.ts');
/** The commands of operators. */
export const operateProgram = programOf('scripts/operate.ts');
/** The test provider of proofs of age. */
export const identityProgram = programOf('server/providers/identity-program.ts');

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
