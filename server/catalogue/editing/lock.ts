/** The setting that is locked while the catalogue changes: of two changes, the second sees the first. */
export const LOCK_SETTING = 'catalogue-import';
