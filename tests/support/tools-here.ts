import { spawnSync } from 'node:child_process';

/** Programs of others that check what we pack, and what they check. */
const CHECKED_BY = {
  xmlsec1: 'the signatures of the package for Samsung',
  'dpkg-deb': 'the package for LG',
} as const;

export const isToolHere = (tool: keyof typeof CHECKED_BY): boolean => spawnSync(tool, ['--version']).status === 0;

/** Whoever reads the outcome must see what was not tried. */
export const tellMissingTools = (): string[] =>
  (Object.keys(CHECKED_BY) as (keyof typeof CHECKED_BY)[])
    .filter((tool) => !isToolHere(tool))
    .map((tool) => `${tool} DID NOT CHECK ${CHECKED_BY[tool]}: it is not installed here (npm run tools:install)`);
