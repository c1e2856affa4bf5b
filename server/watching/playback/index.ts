/* The functions of this area that other areas may call. */
export { deactivatePlayLogs } from './deactivate.ts';
export { endUncovered } from './end-uncovered.ts';
export { presentStreams, presentVideo } from './present.ts';
