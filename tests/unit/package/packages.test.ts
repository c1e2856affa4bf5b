import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackages, checkApiUrl, withVoice } from '../../../scripts/package/build-package.ts';
import { filesOf } from '../../../scripts/package/folder-files.ts';
import { packIpk } from '../../../scripts/package/ipk.ts';
import { isToolHere, toolCommand } from '#tests/support/browser/tools-here.ts';

const API = 'http://127.0.0.1:4321';
const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
let folder: string;
const of = (kind: 'tizen' | 'webos') => join(folder, kind);
const read = (kind: 'tizen' | 'webos', name: string) => readFileSync(join(of(kind), name), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bora-packages-'));
  await buildPackages({ tizen: of('tizen'), webos: of('webos') }, API);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['tizen', 'webos'] as const)('the package for %s', (kind) => {
  test('starts from file://: classic scripts by relative addresses, without CORS', () => {
    const html = read(kind, 'index.html');
    expect(html).not.toMatch(/type="?module/);
    expect(html).not.toContain('crossorigin');
    expect(html).not.toContain('nomodule');
    const addresses = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, address = '']) => address);
    const local = addresses.filter((address) => !/^(data:|\$WEBAPIS\/)/.test(address));
    expect(local.length).toBeGreaterThan(1);
    for (const address of local) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(of(kind), address))).toBe(true);
    }
  });

  test('has one script, without import(), that calls the configured server', () => {
    const scripts = filesOf(of(kind)).filter(({ name }) => /^assets\/.*\.js$/.test(name));
    expect(scripts).toHaveLength(1);
    const text = scripts[0]?.body.toString('utf8') ?? '';
    expect(text).toContain(API);
    expect(text).not.toMatch(/\bimport\(|import\.meta/);
  });

  test('names no host but the server’s, and those in names and notes', () => {
    const named = filesOf(of(kind))
      .filter(({ name }) => /\.(js|html|css)$/.test(name) && !name.startsWith('vendor/'))
      .flatMap(({ body }) =>
        Array.from(body.toString('utf8').matchAll(/https?:\/\/([\w.-]+(?::\d+)?)/g), ([, host]) => host),
      );
    // The last two come from axios' fallback for a page without an address, and from a comment in core-js.
    const known = ['127.0.0.1:4321', 'www.w3.org', 'react.dev', 'samsung.com', 'tizen.org', 'localhost', 'github.com'];
    expect(named).toContain('127.0.0.1:4321');
    expect([...new Set(named)].filter((host) => !known.includes(host ?? ''))).toEqual([]);
  });

  test('contains no source map; the server has that of its script', () => {
    const names = filesOf(of(kind)).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    const script = names.find((name) => /^assets\/.*\.js$/.test(name))!;
    expect(read(kind, script)).not.toContain('sourceMappingURL');
    expect(existsSync(join(root, 'dist/maps', version, `${script.slice('assets/'.length)}.map`))).toBe(true);
  });

  test('contains nothing of the operators’ console', () => {
    const files = filesOf(of(kind));
    expect(files.filter(({ name }) => name.includes('console'))).toEqual([]);
    for (const { name, body } of files.filter(({ name: each }) => /\.(js|html|css)$/.test(each)))
      expect({ name, isClean: !/\/api\/console|react-aria/.test(body.toString('utf8')) }).toEqual({
        name,
        isClean: true,
      });
  });

  test('contains no code of the imitated televisions', () => {
    const text = filesOf(of(kind))
      .filter(({ name }) => name.startsWith('assets/'))
      .map(({ body }) => body.toString('latin1'))
      .join('');
    expect(text).not.toMatch(/__television|InvalidValuesError|Service does not exist/);
  });
});

describe('the manifest for Samsung', () => {
  const config = () => read('tizen', 'config.xml');
  const script = () =>
    filesOf(of('tizen'))
      .filter(({ name }) => /^assets\/.*\.js$/.test(name))
      .map(({ body }) => body.toString('utf8'))
      .join('');

  test('has the version, the title and the picture of the app', () => {
    expect(config()).toContain(`version="${version}"`);
    expect(config()).toContain('<name>보라</name>');
    expect(existsSync(join(of('tizen'), 'icon.png'))).toBe(true);
    expect(config()).not.toContain('{{');
  });

  test('requests only the privileges that the app needs', () => {
    const asked = Array.from(config().matchAll(/privilege name="[^"]*\/privilege\/([^"]+)"/g), ([, name]) => name);
    expect(asked.sort()).toEqual(['application.launch', 'internet', 'network.public', 'productinfo', 'tv.inputdevice']);
    for (const used of ['tvinputdevice', 'productinfo', 'isConnectedToGateway', 'launchAppControl'])
      expect(script()).toContain(used);
  });

  test('leaves the tiles of Smart Hub to its service, which reads those for everybody from the server', () => {
    expect(config()).toContain('use.preview" value="bg_service"');
    const [, id, file = ''] = /<tizen:service id="([^"]+)"[\s\S]*?<tizen:content src="([^"]+)"/.exec(config()) ?? [];
    expect(id).toBe('BoraTvApp0.Tiles');
    expect(read('tizen', file)).toContain(`'${API}/api/home/v1/preview/'`);
    expect(existsSync(join(of('webos'), 'service'))).toBe(false);
    expect(config()).toContain('reload="disable"');
  });

  test('the manifest for sets with voice differs in the version that it requires, and one privilege', () => {
    const added = withVoice(config())
      .split('\n')
      .filter((line) => !config().includes(line));
    expect(added.map((line) => line.trim())).toEqual([
      expect.stringContaining('required_version="6.0"'),
      '<tizen:privilege name="http://developer.samsung.com/privilege/voicecontrol"/>',
    ]);
  });

  test('loads the device API of the set before the app, and LG’s package does not', () => {
    const html = read('tizen', 'index.html');
    expect(html.indexOf('$WEBAPIS/webapis/webapis.js')).toBeGreaterThan(0);
    expect(html.indexOf('$WEBAPIS')).toBeLessThan(html.indexOf('./assets/'));
    expect(read('webos', 'index.html')).not.toContain('$WEBAPIS');
  });
});

describe('the package for LG', () => {
  test('has a complete manifest: the app handles Back, and sounds and pictures are set', () => {
    const info = JSON.parse(read('webos', 'appinfo.json')) as Record<string, unknown>;
    expect(info).toMatchObject({
      version,
      type: 'web',
      resolution: '1920x1080',
      disableBackHistoryAPI: true,
      handlesRelaunch: false,
      accessibility: { supportsAudioGuidance: true },
    });
    for (const key of ['main', 'icon', 'largeIcon', 'splashBackground'])
      expect(existsSync(join(of('webos'), String(info[key])))).toBe(true);
    expect(String(info['appDescription']).length).toBeLessThanOrEqual(60);
  });

  test('is reproducible, under the name that LG’s tools use', () => {
    const { name, body } = packIpk(of('webos'));
    expect(name).toBe(`tv.bora.app_${version}_all.ipk`);
    expect(body.equals(packIpk(of('webos')).body)).toBe(true);
  });

  test.each([
    ['id', 'Tv.Bora'],
    ['version', '01.0.0'],
    ['icon', 'none.png'],
    ['type', undefined],
  ])('is rejected with a wrong %s', (key, value) => {
    const wrong = mkdtempSync(join(tmpdir(), 'bora-wrong-'));
    for (const name of ['index.html', 'icon.png']) writeFileSync(join(wrong, name), '');
    const info = { ...(JSON.parse(read('webos', 'appinfo.json')) as object), [key]: value };
    writeFileSync(join(wrong, 'appinfo.json'), JSON.stringify(info));
    expect(() => packIpk(wrong)).toThrow('appinfo.json');
    rmSync(wrong, { recursive: true });
  });

  test.runIf(isToolHere('dpkg-deb'))('unpacks with dpkg-deb into the same files', () => {
    const { name, body } = packIpk(of('webos'));
    const ipk = join(folder, name);
    writeFileSync(ipk, body);
    const unpacked = join(folder, 'unpacked');
    expect(spawnSync('dpkg-deb', ['-x', ipk, unpacked]).status).toBe(0);
    const digests = (of: string) =>
      filesOf(of).map(({ name, body }) => [name, createHash('sha256').update(body).digest('hex')]);
    expect(digests(join(unpacked, 'usr/palm/applications/tv.bora.app'))).toEqual(digests(of('webos')));
    const info = readFileSync(join(unpacked, 'usr/palm/packages/tv.bora.app/packageinfo.json'), 'utf8');
    expect(JSON.parse(info)).toEqual({ id: 'tv.bora.app', version, app: 'tv.bora.app' });
  });

  test.runIf(isToolHere('ares-package'))('passes LG’s own tool', () => {
    const { name, body } = packIpk(of('webos'));
    const ipk = join(folder, name);
    writeFileSync(ipk, body);
    const ares = (...args: string[]) => spawnSync(toolCommand('ares-package'), args, { encoding: 'utf8' });
    const told = ares('-I', ipk);
    expect(told.stderr).toBe('');
    expect(told.stdout).toMatch(/^Package: tv\.bora\.app$/m);
    expect(told.stdout).toContain(`"version": "${version}"`);
    expect(told.stdout).toContain('"title": "보라"');
    const checked = ares('--check', of('webos'));
    expect(checked.stdout).toContain('no problems detected');
    expect(checked.stdout + checked.stderr).not.toMatch(/warn|requiredACG/i);
  });
});

describe('the address of the server', () => {
  test.each(['ftp://example.com', 'example.com', 'https://example.com/', 'https://example.com/?a', ''])(
    'is not %s',
    (address) => expect(() => checkApiUrl(address)).toThrow('VITE_API_URL'),
  );
});
