import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Programs of others that check what we pack, and what they check. */
const CHECKED_BY = {
  xmlsec1: 'the signatures of the package for Samsung',
  'dpkg-deb': 'the package for LG',
  'ares-package': 'the package for LG as LG reads it',
} as const;
type Tool = keyof typeof CHECKED_BY;

/** Where `npm run tools:install` puts what it takes from npm. */
const fromNpm = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-tools/node_modules/.bin');

/** What to call a tool by: that of `npm run tools:install`, or the one on the path. */
export const toolCommand = (tool: Tool): string => (existsSync(join(fromNpm, tool)) ? join(fromNpm, tool) : tool);

export const isToolHere = (tool: Tool): boolean => spawnSync(toolCommand(tool), ['--version']).status === 0;

/** Whoever reads the outcome must see what was not tried. */
export const tellMissingTools = (): string[] =>
  (Object.keys(CHECKED_BY) as Tool[])
    .filter((tool) => !isToolHere(tool))
    .map(
      (tool) =>
        `${tool} DID NOT CHECK ${CHECKED_BY[tool]}: it is not installed here (npm run tools:install${tool === 'ares-package' ? ' -- ares' : ''})`,
    );
