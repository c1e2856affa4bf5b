import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '#server/providers/s3-calls.ts';

/** Where `npm run tools:install` unpacks it. */
const UNPACKED = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-tools/swift/usr/lib');
const PYTHON = '/usr/bin/python3';
const REGION = 'us-east-1';

/** OpenStack Swift of Debian is installed here. */
export const hasSwift = (): boolean =>
  existsSync(PYTHON) &&
  ['/usr/lib', UNPACKED].some((lib) => existsSync(join(lib, 'python3/dist-packages/swift/common/middleware/s3api')));

export interface Swift {
  place(changes?: Partial<S3Location>): S3Location;
  /** Calls S3 by the SDK, to see what the store left there. */
  connect(): Promise<S3Client>;
  stop(): Promise<void>;
}

/** Starts Swift with its S3 interface and an empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-swift-'));
  const libraries = existsSync(UNPACKED) ? readdirSync(UNPACKED).filter((name) => name.endsWith('-linux-gnu')) : [];
  const child = spawn(PYTHON, [join(import.meta.dirname, 'swift-server.py'), folder], {
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(UNPACKED, 'python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: libraries.map((name) => join(UNPACKED, name)).join(':'),
    },
    stdio: 'pipe',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => resolve(Number(text)));
    void ended.then(() => reject(new Error(`Swift did not start: ${said}`)));
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
  const bucket = 'bora-test';
  const connect = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    return new sdk.S3Client({ endpoint, region: REGION, credentials, forcePathStyle: true });
  };
  const { CreateBucketCommand } = await import('@aws-sdk/client-s3');
  const client = await connect();
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    connect,
    place: (changes) => ({
      bucket,
      prefix: 'bora',
      endpoint,
      region: REGION,
      credentials: { ...credentials, sessionToken: undefined },
      ...changes,
    }),
    async stop() {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
