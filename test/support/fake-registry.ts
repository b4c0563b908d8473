import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** One version of a package as it is published. */
export interface FakePackage {
  readonly name: string;
  readonly version: string;
  /** Tags that are moved to it. */
  readonly tags?: readonly string[];
  /** Path in the package → content; what begins with `#!` is executable. */
  readonly files: Readonly<Record<string, string>>;
  /** Further fields of its package.json. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Left out: as registries that do not say. */
  readonly unpackedSize?: number;
}

export interface FakeRegistry {
  readonly url: string;
  /** What was asked for. */
  readonly requests: string[];
  publish(...packages: readonly FakePackage[]): void;
  /** Answers from now on: as usual, with this status, or (`hang`) never. */
  answer(how: 'usual' | 'hang' | number): void;
}

/** A registry for npm on 127.0.0.1, for the length of a test. */
export async function fakeRegistry(...packages: readonly FakePackage[]): Promise<FakeRegistry> {
  const published: FakePackage[] = [...packages];
  const requests: string[] = [];
  let how: 'usual' | 'hang' | number = 'usual';
  let url = '';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    if (how === 'hang') return;
    if (typeof how === 'number') return void response.writeHead(how).end('{}');
    const tarball = published.find((one) => path === tarballPath(one));
    if (tarball) return void response.end(tarballOf(tarball));
    const versions = published.filter(({ name }) => path === `/${name}`);
    if (versions.length === 0) return void response.writeHead(404).end('{"error":"not found"}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(packumentOf(versions, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    requests,
    publish: (...more) => void published.push(...more),
    answer: (next) => {
      how = next;
    },
  };
}

function packumentOf(versions: readonly FakePackage[], url: string): object {
  const tagged = versions.flatMap(({ tags = [], version }) => tags.map((tag) => [tag, version] as const));
  return {
    name: versions[0]?.name,
    'dist-tags': Object.fromEntries(tagged),
    versions: Object.fromEntries(
      versions.map((one) => [one.version, { ...manifestOf(one), dist: distOf(one, url) }]),
    ),
  };
}

function distOf(one: FakePackage, url: string): object {
  const integrity = `sha512-${createHash('sha512').update(tarballOf(one)).digest('base64')}`;
  return {
    tarball: url + tarballPath(one),
    integrity,
    ...(one.unpackedSize ? { unpackedSize: one.unpackedSize } : {}),
  };
}

function manifestOf({ name, version, manifest }: FakePackage): object {
  const scripts = (manifest?.scripts ?? {}) as object;
  return {
    name,
    version,
    ...manifest,
    ...('install' in scripts || 'postinstall' in scripts ? { hasInstallScript: true } : {}),
  };
}

function tarballPath({ name, version }: FakePackage): string {
  return `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

function tarballOf(one: FakePackage): Buffer {
  const files = { 'package.json': JSON.stringify(manifestOf(one)), ...one.files };
  const entries = Object.entries(files).flatMap(([path, content]) =>
    tarEntry(`package/${path}`, Buffer.from(content)),
  );
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 1 });
}

function tarEntry(path: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(content.subarray(0, 2).toString() === '#!' ? '0000755\0' : '0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('14000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
