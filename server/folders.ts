import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The demo catalogue: records, art and clips. */
export const catalogueFolder = fromRoot('catalogue');

/** Where the app's build lands. */
export const webFolder = fromRoot('dist/web');
