import { queryOptions, skipToken } from '@tanstack/react-query';

/** By item id: whether the viewer has hidden the title (true) or shown it again (false) since the app started. */
export type HiddenTitles = Readonly<Record<number, boolean>>;

/** Filters answers that are older than the viewer's choice; the server omits hidden titles from later ones. */
export const hiddenTitlesQuery = queryOptions<HiddenTitles>({
  queryKey: ['hidden-titles'],
  queryFn: skipToken,
  initialData: {},
  meta: { isPermanent: true },
});
