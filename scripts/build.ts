import { buildApp } from './build-app.ts';
import { buildServer } from './build/server.ts';

/*
 * Builds the app and the server into dist/, for `npm run start:built` and for machines with only production
 * dependencies.
 */
buildApp();
await buildServer();
console.log('Built the server. "npm run start:built" runs it from dist/.');
