import type { Options } from 'minisearch';

/** What the search reads of a section. It keeps all but the text. */
export interface Indexed {
  id: string;
  heading: string;
  /** Of its page. */
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
