import { DEFAULT_ACCESS, DEFAULT_RATING, ownAccesses, type OwnAccess } from '#contract/console/inbox.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { TitleFacts } from '#contract/console/metadata.ts';
import type { Ask } from './correct.ts';

/** Who may watch a title. */
export interface Terms {
  rating: ContentRating;
  access: OwnAccess;
}

const RATINGS: readonly ContentRating[] = ['all', '7', '12', '15', '19'];

async function choose<T extends string>(ask: Ask, question: string, choices: readonly T[], preset: T): Promise<T> {
  for (;;) {
    const answer = await ask(`${question} (${choices.join(', ')}) [${preset}]: `);
    if (answer === '') return preset;
    const chosen = choices.find((choice) => choice === answer);
    if (chosen !== undefined) return chosen;
  }
}

/**
 * The terms of a title: as the operator's words say them, else as its metadata do, else asked, else the defaults.
 *
 * @param isNew only a new title gets a rating
 * @param last what was chosen for the title before: one answer is often that of a whole folder
 * @param ask undefined where nobody answers
 */
export async function findTerms(
  words: { rating: ContentRating | undefined; access: OwnAccess | undefined },
  { isNew, facts, last }: { isNew: boolean; facts: TitleFacts | undefined; last?: Terms | undefined },
  ask: Ask | undefined,
): Promise<{ terms: Terms; line: string }> {
  const preset = words.rating ?? facts?.contentRating ?? last?.rating ?? DEFAULT_RATING;
  const asksRating = ask !== undefined && isNew && words.rating === undefined;
  const rating = asksRating ? await choose(ask, 'Age rating', RATINGS, preset) : preset;
  const access =
    words.access ??
    (ask === undefined
      ? DEFAULT_ACCESS
      : await choose(ask, 'Who may watch', ownAccesses, last?.access ?? DEFAULT_ACCESS));
  const origin =
    asksRating || words.rating !== undefined
      ? ''
      : facts?.contentRating === undefined
        ? ', because nothing says another one (--rating)'
        : ', as its metadata say';
  const ratingText = isNew ? `rated ${rating}${origin}; ` : '';
  return {
    terms: { rating, access },
    line: `${ratingText}access: ${access}${words.access === undefined && ask === undefined ? ' (--access)' : ''}`,
  };
}
