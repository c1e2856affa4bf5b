/* The functions of this area that other areas may call. */
export { findOrMakeSetting, findSetting, lockSetting, removeSetting, setSetting } from './store.ts';
