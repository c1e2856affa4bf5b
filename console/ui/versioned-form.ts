import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '#console/lib/client.ts';
import type { SheetFormProps } from './sheet-form.tsx';
import { toast } from './toasts.tsx';

export interface VersionedFormOptions<Typed, Stored extends { readonly version: string }, Saved> {
  readonly initial: () => Typed;
  /** The stored item as it was when the operator opened the form; null if the form adds an item. */
  readonly shown: Stored | null;
  /** Why the form cannot be sent yet; null when it can. */
  problemOf(typed: Typed): string | null;
  /** @param version of the stored item that the change replaces; null for a new item. */
  save(typed: Typed, version: string | null): Promise<Saved>;
  /** Reads the item that another operator has saved. */
  readAgain(): Promise<Stored | null>;
  /** One line about a stored item, for the comparison. */
  describe(stored: Stored): string;
  /** The same line about the operator's own change. */
  describeTyped(typed: Typed): string;
  savedText(saved: Saved): string;
  /** First part of the query keys that become stale when the item is saved. */
  readonly list: string;
  onClose(): void;
}

export interface VersionedForm<Typed> {
  readonly typed: Typed;
  set<N extends keyof Typed>(name: N): (value: Typed[N]) => void;
  /** The props of its `SheetForm`. */
  readonly form: Omit<SheetFormProps, 'children'>;
}

/**
 * A form in a dialog: its fields and saving. When somebody else has saved in the meantime, it shows both changes, and the
 * next press saves the operator's.
 */
export function useVersionedForm<Typed, Stored extends { readonly version: string }, Saved>(
  options: VersionedFormOptions<Typed, Stored, Saved>,
): VersionedForm<Typed> {
  const { shown, describe, onClose } = options;
  const queries = useQueryClient();
  const [typed, setTyped] = useState(options.initial);
  const [problem, setProblem] = useState<string | null>(null);
  /** The item as another operator has saved it; null without a conflict. */
  const [current, setCurrent] = useState<Stored | null>(null);
  const save = useMutation({
    mutationFn: () => options.save(typed, (current ?? shown)?.version ?? null),
    onSuccess: (saved) => {
      toast(options.savedText(saved));
      onClose();
    },
    onError: async (error) => {
      if (shown !== null && isConflict(error)) setCurrent(await options.readAgain());
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [options.list] }),
  });
  return {
    typed,
    set: (name) => (value) => {
      setProblem(null);
      setTyped((before) => ({ ...before, [name]: value }));
    },
    form: {
      noValidate: true,
      save,
      problem,
      conflict:
        shown !== null && current !== null
          ? {
              lines: [
                ['처음 본 상태', describe(shown)],
                ['지금 상태', describe(current)],
                ['내 변경', options.describeTyped(typed)],
              ],
            }
          : null,
      verb: shown === null ? '만들기' : current === null ? '저장' : '그래도 내 변경 저장',
      onSubmit() {
        const found = options.problemOf(typed);
        setProblem(found);
        if (found === null) save.mutate();
      },
      onClose,
    },
  };
}
