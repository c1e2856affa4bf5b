import { ARROWS, type Arrow } from './hand.ts';

/** What is known of where arrows lead, by the keys of what has the focus. */
export function createMap() {
  const ways = new Map<string, Map<Arrow, string>>();
  const from = (key: string): ReadonlyMap<Arrow, string> => ways.get(key) ?? new Map();
  return {
    learn(key: string, arrow: Arrow, to: string) {
      ways.set(key, new Map([...from(key), [arrow, to]]));
    },
    forget: () => ways.clear(),
    leadsTo: (key: string, arrow: Arrow) => from(key).get(arrow),
    untried: (key: string) => ARROWS.filter((arrow) => !from(key).has(arrow)),
    /** The fewest arrows from one key to another that fits, by what is known. */
    path(start: string, fits: (key: string) => boolean): readonly Arrow[] | null {
      const paths = new Map<string, readonly Arrow[]>([[start, []]]);
      // What is added on the way is visited too.
      for (const [key, path] of paths) {
        if (key !== start && fits(key)) return path;
        for (const [arrow, to] of from(key)) if (!paths.has(to)) paths.set(to, [...path, arrow]);
      }
      return null;
    },
  };
}
