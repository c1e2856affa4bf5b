import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as commands from '#tests/recovery/commands.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/backup.md'), 'utf8');

test.each(Object.entries(commands).filter(([, command]) => typeof command === 'string'))(
  'the page about backups has the command that the recovery runs: %s',
  (_, command) => expect(page).toContain(command),
);

test('the page about backups has the settings of an archive', () => {
  for (const [name, value] of Object.entries(commands.archiveSettings('/backups/wal', 60)))
    expect(page).toContain(`${name} = '${value}'`);
});
