import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isConflict } from '#console/lib/client.ts';
import { showWrongTime } from '#console/lib/typed-times.ts';
import type { FormEndProps } from './form-end.tsx';
import { toast } from './toasts.tsx';

export interface VersionedFormOptions<Typed, Stored extends { readonly version: string }, Saved> {
  readonly initial: () => Typed;
  /** What the form changes, as the operator opened it; null for a form that adds something. */
  readonly shown: Stored | null;
  /** Why the form cannot be sent yet; null when it can. */
  problemOf(typed: Typed): string | null;
  /** @param version of what is stored, which the change replaces; null for something new. */
  save(typed: Typed, version: string | null): Promise<Saved>;
  /** Reads what somebody else has saved. */
  readAgain(): Promise<Stored | null>;
  /** One line about what is stored, for the comparison. */
  describe(stored: Stored): string;
  /** The same line about the operator's own change. */
  describeTyped(typed: Typed): string;
  savedText(saved: Saved): string;
  /** First part of the keys of the lists that show it. */
  readonly list: string;
  onClose(): void;
}

export interface VersionedForm<Typed, Saved> {
  readonly typed: Typed;
  set<N extends keyof Typed>(name: N): (value: Typed[N]) => void;
  readonly save: UseMutationResult<Saved, Error, void>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  readonly end: FormEndProps;
}

/**
 * A form in a dialog: its fields and saving. When somebody else has saved in the meantime, it shows both changes, and the
 * next press saves the operator's.
 */
export function useVersionedForm<Typed, Stored extends { readonly version: string }, Saved>(
  options: VersionedFormOptions<Typed, Stored, Saved>,
): VersionedForm<Typed, Saved> {
  const { shown, describe } = options;
  const queries = useQueryClient();
  const [typed, setTyped] = useState(options.initial);
  const [problem, setProblem] = useState<string | null>(null);
  /** As somebody else has left it. */
  const [current, setCurrent] = useState<Stored | null>(null);
  const save = useMutation({
    mutationFn: () => options.save(typed, (current ?? shown)?.version ?? null),
    onSuccess: (saved) => {
      toast(options.savedText(saved));
      options.onClose();
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
    save,
    onSubmit(event) {
      event.preventDefault();
      if (showWrongTime(event.currentTarget)) return;
      const found = options.problemOf(typed);
      setProblem(found);
      if (found === null) save.mutate();
    },
    end: {
      save,
      problem,
      isNew: shown === null,
      conflict:
        shown !== null && current !== null
          ? [
              ['처음 본 상태', describe(shown)],
              ['지금 상태', describe(current)],
              ['내 변경', options.describeTyped(typed)],
            ]
          : null,
      onClose: options.onClose,
    },
  };
}
