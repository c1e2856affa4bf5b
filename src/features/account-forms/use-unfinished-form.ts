import { useEffect } from 'react';
import { usePlatform } from '#src/stores/platform-context.ts';
import { saveUnfinishedForm, type UnfinishedForm } from './unfinished-form.ts';

/** Stores the viewer's step, so that the app restores it after an interruption. */
export function useUnfinishedForm({ form, step, email }: UnfinishedForm) {
  const { storage } = usePlatform();
  useEffect(() => saveUnfinishedForm(storage, { form, step, email }), [storage, form, step, email]);
}
