import type { KyselyPlugin } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { readEnv } from '#server/start/env.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openForUpgrade } from '#server/start/open-for-upgrade.ts';

/*
 * Migrates the database and dies before a statement, as if the machine had lost its power. An exit code of 0 says that there are
 * fewer statements.
 */
const statement = Number(process.argv[2]);
let count = 0;
const dying: KyselyPlugin = {
  transformQuery({ node }) {
    count += 1;
    if (count === statement) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const database = await openForUpgrade(readEnv(), { clock: systemClock, tell: console.error });
await migrate(database.longWork.withPlugin(dying));
await database.close();
