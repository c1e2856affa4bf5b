import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { mediaTools } from '#tests/support/media/intake.ts';
import { findNginx } from '#tests/support/server/nginx.ts';
import { hasSwift } from '#tests/support/media/swift.ts';

/** Third-party validators of our packages, and what each validates. */
const CHECKED_BY = {
  xmlsec1: 'the signatures of the package for Samsung',
  'dpkg-deb': 'the package for LG',
  'ares-package': 'the package for LG with its own tool',
} as const;
type Tool = keyof typeof CHECKED_BY;

/** Where `npm run tools:install` installs npm packages. */
const fromNpm = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-tools/node_modules/.bin');

/** The command of a tool: installed by `npm run tools:install`, or found in `PATH`. */
export const toolCommand = (tool: Tool): string => (existsSync(join(fromNpm, tool)) ? join(fromNpm, tool) : tool);

export const isToolHere = (tool: Tool): boolean => spawnSync(toolCommand(tool), ['--version']).status === 0;

/** Warnings for the test output, so that nobody mistakes a missing check for a passed one. */
export const tellMissingTools = (): string[] => [
  ...(Object.keys(CHECKED_BY) as Tool[])
    .filter((tool) => !isToolHere(tool))
    .map(
      (tool) =>
        `${tool} DID NOT CHECK ${CHECKED_BY[tool]}: it is not installed here (npm run tools:install${tool === 'ares-package' ? ' -- ares' : ''})`,
    ),
  ...(findNginx()
    ? []
    : ['NO NGINX SERVED MEDIA AS THE EDGE, OR CALLS AS THE PROXY: it is not installed here (npm run tools:install)']),
  ...(hasSwift() ? [] : ['NO OPENSTACK SWIFT STORED MEDIA: it is not installed here (npm run tools:install)']),
  ...(spawnSync('tesseract', ['--version']).status === 0
    ? []
    : ['NO LETTERS OF PICTURES WERE READ: tesseract is not installed here (npm run tools:install -- ocr)']),
  ...(mediaTools() ? [] : ['NO VIDEO WAS TAKEN IN: ffmpeg is not installed here (npm run tools:install -- media)']),
];
