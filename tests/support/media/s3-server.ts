import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Location } from '#server/providers/s3-calls.ts';

/*
 * A peer for tests that speaks the part of S3's protocol that the service uses, written from Amazon's description of it and
 * not from the SDK: it computes every signature and hash itself, and refuses what does not match.
 */

const ACCESS_KEY = 'test-key';
const SECRET_KEY = 'test-secret';
const REGION = 'test-region';
const SMALLEST_PART = 5 * 2 ** 20;

interface StoredObject {
  body: Buffer;
  type: string;
  etag: string;
  modifiedAt: Date;
}

interface Upload {
  key: string;
  type: string;
  parts: Map<number, { body: Buffer; etag: string }>;
}

class S3Failure extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const md5 = (data: Buffer) => createHash('md5').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Checks a request's signature (AWS4-HMAC-SHA256, in the header) and the hash of its body. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const [, scheme, credential = '', signedHeaders = '', signature] =
    /^(\S+) Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/');
  if (scheme !== 'AWS4-HMAC-SHA256') throw new S3Failure(403, 'AccessDenied');
  if (key !== ACCESS_KEY) throw new S3Failure(403, 'InvalidAccessKeyId');
  const names = signedHeaders.split(';');
  const hash = String(request.headers['x-amz-content-sha256']);
  if (!names.includes('host') || !names.includes('x-amz-date')) throw new S3Failure(403, 'AccessDenied');
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) throw new S3Failure(400, 'XAmzContentSHA256Mismatch');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...[request.method, url.pathname, query],
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    ...['', signedHeaders, hash],
  ].join('\n');
  const scope = `${day}/${region}/${service}/${end}`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signing = [region, service, end].reduce((one, part) => hmac(one, part), hmac(`AWS4${SECRET_KEY}`, day));
  if (region !== REGION || service !== 's3' || hmac(signing, text).toString('hex') !== signature)
    throw new S3Failure(403, 'SignatureDoesNotMatch');
}

export interface S3Server {
  /** Where a store on this server is. */
  place(changes?: Partial<S3Location>): S3Location;
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** Requests so far, as `PUT key?query`. */
  requests: string[];
  /** Called for each request before it is answered: throw, hang or wait. */
  before: ((request: { method: string; key: string; query: URLSearchParams }) => unknown) | undefined;
  /** Ends all connections, and answers none until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Refuses a request with a status and a code of S3. */
export const refuse = (status: number, code: string): never => {
  throw new S3Failure(status, code);
};

/** @param pageSize most keys in one answer to a list. */
export async function startS3Server({ bucket = 'media', pageSize = 1000 } = {}): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  let counted = 0;

  const store = (key: string, body: Buffer, type: string, etag = `"${md5(body)}"`) => {
    objects.set(key, { body, type, etag, modifiedAt: new Date() });
    return etag;
  };

  const list = (query: URLSearchParams) => {
    const prefix = query.get('prefix') ?? '';
    const most = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize));
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, most);
    const isMore = keys.length > page.length;
    return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${
      isMore ? `<NextContinuationToken>${escapeXml(page.at(-1)!)}</NextContinuationToken>` : ''
    }${page.map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`).join('')}</ListBucketResult>`;
  };

  const complete = (id: string, text: string): string => {
    const upload = uploads.get(id) ?? refuse(404, 'NoSuchUpload');
    const named = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const parts = named.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      return part?.etag === etag ? part.body : refuse(400, 'InvalidPart');
    });
    if (named.some(({ number }, index) => index > 0 && number <= named[index - 1]!.number))
      refuse(400, 'InvalidPartOrder');
    if (parts.slice(0, -1).some((part) => part.length < SMALLEST_PART)) refuse(400, 'EntityTooSmall');
    uploads.delete(id);
    const body = Buffer.concat(parts);
    const etag = store(upload.key, body, upload.type, `"${md5(body)}-${parts.length}"`);
    return `<CompleteMultipartUploadResult><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`;
  };

  const get = (request: IncomingMessage, response: ServerResponse, key: string) => {
    const object = objects.get(key) ?? refuse(404, 'NoSuchKey');
    const match = request.headers['if-match'];
    if (match !== undefined && match !== object.etag) refuse(412, 'PreconditionFailed');
    const [isRange, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const size = object.body.length;
    const start = isRange === undefined ? 0 : Number(from);
    const end = isRange === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
    if (isRange !== undefined && start >= size) refuse(416, 'InvalidRange');
    response.writeHead(isRange === undefined ? 200 : 206, {
      'content-type': object.type,
      'content-length': end - start + 1,
      'last-modified': object.modifiedAt.toUTCString(),
      etag: object.etag,
      ...(isRange !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : object.body.subarray(start, end + 1));
  };

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    { key, query, body }: { key: string; query: URLSearchParams; body: Buffer },
  ) => {
    const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    const type = request.headers['content-type'] ?? 'binary/octet-stream';
    const id = query.get('uploadId') ?? '';
    switch (`${request.method}${key === '' ? ' bucket' : ''}${query.has('uploads') ? ' uploads' : ''}`) {
      case 'GET bucket':
        return xml(list(query));
      case 'GET bucket uploads': {
        const named = [...uploads].filter(([, upload]) => upload.key.startsWith(query.get('prefix') ?? ''));
        const all = named.map(
          ([uploadId, upload]) =>
            `<Upload><Key>${escapeXml(upload.key)}</Key><UploadId>${uploadId}</UploadId></Upload>`,
        );
        return xml(`<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`);
      }
      case 'POST uploads':
        counted += 1;
        uploads.set(`upload-${counted}`, { key, type, parts: new Map() });
        return xml(
          `<InitiateMultipartUploadResult><UploadId>upload-${counted}</UploadId></InitiateMultipartUploadResult>`,
        );
      case 'POST':
        return xml(complete(id, body.toString()));
      case 'PUT': {
        const upload = uploads.get(id);
        if (id !== '' && !upload) refuse(404, 'NoSuchUpload');
        const etag = upload ? `"${md5(body)}"` : store(key, body, type);
        upload?.parts.set(Number(query.get('partNumber')), { body, etag });
        return response.writeHead(200, { etag }).end();
      }
      case 'DELETE':
        if (id === '') objects.delete(key);
        else if (!uploads.delete(id)) refuse(404, 'NoSuchUpload');
        return response.writeHead(204).end();
      case 'GET':
      case 'HEAD':
        return get(request, response, key);
      default:
        return refuse(501, 'NotImplemented');
    }
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const url = new URL(request.url ?? '/', 'http://s3');
        const [, named = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
        const key = rest.join('/');
        const body = Buffer.concat(chunks);
        peer.requests.push(`${request.method} ${key}${url.search}`);
        try {
          await peer.before?.({ method: request.method ?? '', key, query: url.searchParams });
          checkSignature(request, url, body);
          if (named !== bucket) refuse(404, 'NoSuchBucket');
          answer(request, response, { key, query: url.searchParams, body });
        } catch (error) {
          const { status, code } = error instanceof S3Failure ? error : new S3Failure(500, 'InternalError');
          if (!(error instanceof S3Failure)) console.error(error);
          // An answer to HEAD has no body, so that its code is lost.
          response.writeHead(status, { 'content-type': 'application/xml' });
          response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
        }
      })();
    });
  });

  let port = 0;
  const peer: S3Server = {
    objects,
    uploads,
    requests: [],
    before: undefined,
    place: (changes) => ({
      bucket,
      prefix: 'bora',
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, sessionToken: undefined },
      ...changes,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () =>
      new Promise((resolve) => {
        server.listen(port, '127.0.0.1', () => {
          ({ port } = server.address() as AddressInfo);
          resolve();
        });
      }),
  };
  await peer.start();
  return peer;
}
