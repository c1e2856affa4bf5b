import { buildAppWhenNeeded } from './build-app.ts';

await buildAppWhenNeeded();
