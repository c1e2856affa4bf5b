import { buildAppWhenNeeded } from './build-app.ts';

buildAppWhenNeeded();
