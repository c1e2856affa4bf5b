import * as z from 'zod/mini';
import type { KeyValueStorage } from '#platform/platform.ts';

const unfinishedSchema = z.object({
  form: z.enum(['sign-in', 'sign-up', 'forgotten']),
  step: z.enum(['email', 'password', 'code']),
  email: z.string().check(z.maxLength(255)),
});

/** The viewer's step in a form before sign-in, with the typed address; passwords and codes are never stored. */
export type UnfinishedForm = z.output<typeof unfinishedSchema>;

const STORAGE_KEY = 'unfinished-form';

/** The form that was interrupted, e.g. because the television closed the app. */
export function readUnfinishedForm(storage: KeyValueStorage): UnfinishedForm | null {
  const text = storage.get(STORAGE_KEY);
  if (text === null) return null;
  try {
    return unfinishedSchema.parse(JSON.parse(text));
  } catch {
    storage.remove(STORAGE_KEY);
    return null;
  }
}

export const saveUnfinishedForm = (storage: KeyValueStorage, form: UnfinishedForm) =>
  storage.set(STORAGE_KEY, JSON.stringify(form));

export const forgetUnfinishedForm = (storage: KeyValueStorage) => storage.remove(STORAGE_KEY);
