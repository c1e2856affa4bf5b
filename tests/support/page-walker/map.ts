import { ARROWS, type Arrow } from './hand.ts';

/** Records where arrows lead, by focus key. */
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
    /** The shortest known sequence of arrows from one key to another that matches. */
    path(start: string, fits: (key: string) => boolean): readonly Arrow[] | null {
      const paths = new Map<string, readonly Arrow[]>([[start, []]]);
      // The map grows during the iteration: added entries are visited too.
      for (const [key, path] of paths) {
        if (key !== start && fits(key)) return path;
        for (const [arrow, to] of from(key)) if (!paths.has(to)) paths.set(to, [...path, arrow]);
      }
      return null;
    },
  };
}
