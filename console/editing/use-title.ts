import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getTitleForm, getTitleRecord, type EditedTitle } from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';

const keyOf = (id: string | number) => ['titles', String(id), 'record'];
const read = (id: string | number) => call(getTitleRecord, { params: { id: String(id) } });

export const useTitleForm = () =>
  useQuery({ queryKey: ['title-form'], queryFn: ({ signal }) => call(getTitleForm, {}, { signal }) });

export const useEditedTitle = (id: string) => useQuery({ queryKey: keyOf(id), queryFn: () => read(id) });

/** Updates the cache of titles when a form reads or saves one. */
export function useTitleCache() {
  const queries = useQueryClient();
  return {
    /** Reads a title again, past every cache. */
    async readAgain(id: string | number): Promise<EditedTitle> {
      const title = await read(id);
      queries.setQueryData(keyOf(id), title);
      return title;
    },
    /** Takes the answer to a change; lists and the state of releases are read again. */
    async take(title: EditedTitle): Promise<EditedTitle> {
      queries.setQueryData(keyOf(title.id), title);
      await queries.invalidateQueries({
        queryKey: ['titles'],
        predicate: ({ queryKey }) => queryKey[2] !== 'record',
      });
      await queries.invalidateQueries({ queryKey: ['title-form'] });
      return title;
    },
  };
}
