import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getTitleForm, getTitleRecord, type EditedTitle } from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';

const keyOf = (id: string) => ['titles', id, 'record'];

export const useTitleForm = () =>
  useQuery({ queryKey: ['title-form'], queryFn: ({ signal }) => call(getTitleForm, {}, { signal }) });

export function useEditedTitle(id: string) {
  const queries = useQueryClient();
  const read = () => call(getTitleRecord, { params: { id } });
  const found = useQuery({ queryKey: keyOf(id), queryFn: read });
  return {
    found,
    /** Reads it again, past every cache. */
    async readAgain(): Promise<EditedTitle> {
      const title = await read();
      queries.setQueryData(keyOf(id), title);
      return title;
    },
    /** Takes the answer to a change; lists and the state of releases are read again. */
    async take(title: EditedTitle): Promise<void> {
      queries.setQueryData(keyOf(String(title.id)), title);
      await queries.invalidateQueries({
        queryKey: ['titles'],
        predicate: ({ queryKey }) => queryKey[2] !== 'record',
      });
      await queries.invalidateQueries({ queryKey: ['title-form'] });
    },
  };
}
