import type { Fields } from './schema.ts';

/** Fields that an operator has changed and not saved, and the fields of the server when the operator began. */
export interface Draft {
  version: string;
  base: Fields;
  fields: Fields;
}

const PREFIX = 'draft ';

/** Drafts outlive a reload and a visit to another page, until the browser's tab is closed. */
export function readDraft(key: string): Draft | undefined {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    // A browser without storage has no drafts.
    return undefined;
  }
}

export function writeDraft(key: string, draft: Draft | undefined): void {
  try {
    if (draft) window.sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
    else window.sessionStorage.removeItem(PREFIX + key);
  } catch {
    // The form itself still holds what was typed.
  }
}
