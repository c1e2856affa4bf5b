import { buildApp } from './build-app.ts';
import { buildServer } from './build/server.ts';
import { buildDocs } from './docs/build.ts';

/*
 * Builds the app, the server and the documentation into dist/, for `npm run start:built` and for machines with only production
 * dependencies.
 */
buildApp();
await buildServer();
await buildDocs();
console.log('Built the server. "npm run start:built" runs it from dist/.');
