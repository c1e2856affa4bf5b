import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';

/** As many as the server keeps (`similar-titles.ts`). */
const MOST_ALIKE = 60;

/** Likeness by shared properties, where rare ones count more: what the server's statement computes (`listAlike`). */
export function alikeByProperties(properties: ReadonlyMap<number, readonly string[]>): Map<number, AlikeTitles> {
  const owners = new Map<string, number[]>();
  for (const [title, own] of properties)
    for (const property of own) owners.set(property, [...(owners.get(property) ?? []), title]);
  return new Map(
    [...properties].map(([title, own]) => {
      const scores = new Map<number, number>();
      for (const property of new Set(own)) {
        const others = owners.get(property)!;
        const worth = Math.log(1 + properties.size / others.length);
        for (const other of others) if (other !== title) scores.set(other, (scores.get(other) ?? 0) + worth);
      }
      const best = [...scores].sort(([one, a], [other, b]) => b - a || one - other).slice(0, MOST_ALIKE);
      return [title, { ids: best.map(([id]) => id), scores: best.map(([, score]) => score) }];
    }),
  );
}
