import { useMutation } from '@tanstack/react-query';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { call, messageOf } from '../lib/client.ts';
import { saveFile } from '../lib/save-file.ts';
import { toast } from './toasts.tsx';

type FileEndpoint = ConsoleEndpoint & { lines: string; file: string };

interface CsvButtonProps<E extends FileEndpoint> {
  of: E;
  sent: RequestOf<E>;
  /** Name of the table, where a page has several. */
  name?: string;
  children?: string;
}

/** Saves a table as a file. Not a link: a session that has ended asks for the password, and a refusal is said in words. */
export function CsvButton<const E extends FileEndpoint>({ of, sent, name, children = 'CSV' }: CsvButtonProps<E>) {
  const save = useMutation({
    mutationFn: async () => saveFile((await call(of, sent)) as Blob, of.file),
    onError: (error) => toast(messageOf(error)),
  });
  return (
    <button
      type="button"
      className="button small csv"
      aria-label={name === undefined ? `${children} 내려받기` : `${name} ${children} 내려받기`}
      aria-disabled={save.isPending || undefined}
      data-pending={save.isPending || undefined}
      onClick={() => {
        if (!save.isPending) save.mutate();
      }}
    >
      {children}
    </button>
  );
}
