import type { Options } from 'minisearch';

/** A section as the search indexes it. Results have all fields but the text, which is not stored. */
export interface Indexed {
  id: string;
  heading: string;
  /** The title of its page. */
  title: string;
  text: string;
}

/** The index and the search of the site must have the same options. */
export const SEARCHED: Options<Indexed> = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['id', 'heading', 'title'],
  searchOptions: {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    // Decisions explain; the other pages say what to do.
    boostDocument: (id) => (String(id).startsWith('decisions/') ? 0.2 : 1),
  },
};
