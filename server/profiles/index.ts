/* The functions of this area that other areas may call. */
export { holdProfile, holdProfileAlone, insertProfile, listProfileImageRows, listProfileRows } from './store.ts';
