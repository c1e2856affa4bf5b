/* The functions of this area that other areas may call. */
export { startMediaWorker } from './worker.ts';
export { createMediaOperations } from './operations.ts';
export { createMarkEditing } from './edit-marks.ts';
export { drawPicture, OWN_COLOR } from './drawn-pictures.ts';
