import { useEffect } from 'react';
import { usePlatform } from '#src/stores/platform-context.ts';
import { keepUnfinishedForm, type UnfinishedForm } from './unfinished-form.ts';

/** Keeps where the viewer is, so that an app that was switched off comes back there. */
export function useUnfinishedForm({ form, step, email }: UnfinishedForm) {
  const { storage } = usePlatform();
  useEffect(() => keepUnfinishedForm(storage, { form, step, email }), [storage, form, step, email]);
}
