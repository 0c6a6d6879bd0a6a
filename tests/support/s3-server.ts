// A small S3 server for tests: one bucket in memory, path style, only the features of the product's driver. It refuses
// what a real one would: unsigned requests, bodies that differ from their declared hash or length, parts of wrong size
// or order.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { presignGet } from '@escuta/shared/platform/storage/s3-presign';

type Stored = { bytes: Buffer; contentType: string };
type MultipartUpload = { key: string; contentType: string; parts: Map<number, Buffer> };

const MIN_PART_BYTES = 5 * 1024 * 1024;

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function readBody(request: IncomingMessage, onBytes: (n: number) => void): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part as Buffer);
    onBytes((part as Buffer).length);
  }
  const raw = Buffer.concat(parts);
  const declared = request.headers['x-amz-content-sha256'];
  if (typeof declared === 'string' && /^[0-9a-f]{64}$/.test(declared)) {
    if (createHash('sha256').update(raw).digest('hex') !== declared)
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  }
  return raw;
}

class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export class S3TestServer {
  readonly bucket = 'gravacoes';
  readonly accessKeyId = 'AKIDTESTE';
  readonly secretAccessKey = 'segredo-de-teste';
  /** Clock for the expiry of links. */
  now = (): number => Date.now();
  readonly objects = new Map<string, Stored>();
  readonly uploads = new Map<string, MultipartUpload>();
  /** For how long signed links are valid, ms; null: each link is valid for as long as its URL says. */
  linksLastMs: number | null = null;
  /** Origin whose pages may read links (the bucket's CORS); empty: none. */
  allowedOrigin = '';
  /** True if the bucket keeps replaced and deleted objects as versions. */
  versioned = false;
  /** Earlier versions by key. */
  readonly versions = new Map<string, { id: string; bytes: Buffer | 'marca' }[]>();
  readonly requests: string[] = [];
  /** Number of refused links. */
  refused = 0;
  /** Bytes of bodies received. */
  received = 0;
  readonly #count = (n: number) => {
    this.received += n;
  };
  /** Each entry fails the next request for which it returns a status, and is then removed. */
  readonly failures: ((request: IncomingMessage) => number | null)[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        const status = error instanceof S3Error ? error.status : 500;
        const code = error instanceof S3Error ? error.code : 'InternalError';
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(
          request.method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
        );
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this.endpoint;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Checks a link: its key, its expiry by `now`, and that it was not changed. */
  #checkLink(request: IncomingMessage, url: URL): void {
    const query = Object.fromEntries(url.searchParams);
    const signed = new Date(
      (query['X-Amz-Date'] ?? '').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    );
    const [accessKeyId, , region = ''] = (query['X-Amz-Credential'] ?? '').split('/');
    if (request.headers.authorization) throw new S3Error(400, 'InvalidArgument');
    if (request.method !== 'GET' || accessKeyId !== this.accessKeyId) throw new S3Error(403, 'AccessDenied');
    const expiresS = Number(query['X-Amz-Expires']);
    if (!(this.now() <= signed.getTime() + (this.linksLastMs ?? expiresS * 1000)))
      throw new S3Error(403, 'AccessDenied');
    const again = presignGet(
      {
        url: new URL(url.pathname, `http://${request.headers.host}`),
        region,
        accessKeyId,
        secretAccessKey: this.secretAccessKey,
        expiresS,
        query: Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('response-'))),
      },
      signed,
    );
    if (new URL(again).searchParams.get('X-Amz-Signature') !== query['X-Amz-Signature'])
      throw new S3Error(403, 'SignatureDoesNotMatch');
  }

  #checkSignature(request: IncomingMessage): void {
    const header = request.headers.authorization ?? '';
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[a-z0-9-]+\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}$/.exec(
        header,
      );
    if (!match || match[1] !== this.accessKeyId) throw new S3Error(403, 'AccessDenied');
    const signed = (match[2] ?? '').split(';');
    if (!signed.includes('host') || !signed.includes('x-amz-date'))
      throw new S3Error(403, 'SignatureDoesNotMatch');
    if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-checksum'))) {
      throw new S3Error(501, 'NotImplemented');
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    this.requests.push(`${request.method} ${key}`);
    if (url.searchParams.has('X-Amz-Signature')) {
      this.refused += 1;
      this.#checkLink(request, url);
      this.refused -= 1;
    } else this.#checkSignature(request);
    if (bucket !== this.bucket) throw new S3Error(404, 'NoSuchBucket');
    for (const [index, failure] of this.failures.entries()) {
      const status = failure(request);
      if (status !== null) {
        this.failures.splice(index, 1);
        request.resume();
        throw new S3Error(status, 'InjectedFailure');
      }
    }
    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads'))
      return this.#begin(request, response, key);
    if (request.method === 'POST' && uploadId) return this.#complete(request, response, key, uploadId);
    if (request.method === 'PUT' && uploadId) return this.#part(request, response, url, uploadId);
    if (request.method === 'DELETE' && uploadId) {
      if (!this.uploads.delete(uploadId)) throw new S3Error(404, 'NoSuchUpload');
      response.writeHead(204).end();
      return;
    }
    const versionId = url.searchParams.get('versionId');
    if (request.method === 'DELETE' && versionId) {
      const others = (this.versions.get(key) ?? []).filter(({ id }) => id !== versionId);
      if (others.length > 0) this.versions.set(key, others);
      else this.versions.delete(key);
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'GET' && key === '') return this.#list(response, url);
    if (request.method === 'PUT') {
      const bytes = await readBody(request, this.#count);
      this.#keep(key);
      this.objects.set(key, { bytes, contentType: request.headers['content-type'] ?? '' });
      response.writeHead(200, { etag: etag(bytes) }).end();
      return;
    }
    if (request.method === 'DELETE') {
      this.#keep(key, 'marca');
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    this.#read(request, response, key, url.searchParams);
  }

  /** Adds the key's present object to its earlier versions, and after it a deletion marker if `mark` is given. */
  #keep(key: string, mark?: 'marca'): void {
    if (!this.versioned) return;
    const kept = this.versions.get(key) ?? [];
    const now = this.objects.get(key);
    if (now) kept.push({ id: randomUUID(), bytes: now.bytes });
    if (mark) kept.push({ id: randomUUID(), bytes: mark });
    if (kept.length > 0) this.versions.set(key, kept);
  }

  /** Answers requests about the bucket: versioning, versions, unfinished uploads. */
  #list(response: ServerResponse, url: URL): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const answer = (root: string, body: string) => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><${root}>${body}</${root}>`);
    };
    if (url.searchParams.has('versioning')) {
      answer('VersioningConfiguration', this.versioned ? '<Status>Enabled</Status>' : '');
    } else if (url.searchParams.has('versions')) {
      const rows = [...this.versions].filter(([key]) => key.startsWith(prefix));
      answer(
        'ListVersionsResult',
        `<IsTruncated>false</IsTruncated>${rows
          .flatMap(([key, versions]) =>
            versions.map(({ id, bytes }) => {
              const name = bytes === 'marca' ? 'DeleteMarker' : 'Version';
              return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId></${name}>`;
            }),
          )
          .join('')}`,
      );
    } else if (url.searchParams.has('uploads')) {
      const rows = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
      answer(
        'ListMultipartUploadsResult',
        `<IsTruncated>false</IsTruncated>${rows
          .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
          .join('')}`,
      );
    } else if (url.searchParams.has('list-type')) {
      // A page of the list has only two keys, so that clients must request further pages.
      const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
      const from = keys.findIndex((key) => key > (url.searchParams.get('continuation-token') ?? ''));
      const page = from === -1 ? [] : keys.slice(from, from + 2);
      const more = from !== -1 && from + 2 < keys.length;
      const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
      answer(
        'ListBucketResult',
        `<IsTruncated>${more}</IsTruncated>${next}${page
          .map(
            (key) =>
              `<Contents><Key>${key}</Key><LastModified>2026-11-20T12:00:00Z</LastModified></Contents>`,
          )
          .join('')}`,
      );
    } else throw new S3Error(501, 'NotImplemented');
  }

  #read(request: IncomingMessage, response: ServerResponse, key: string, asked: URLSearchParams): void {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey');
    const { bytes } = object;
    const contentType = asked.get('response-content-type') ?? object.contentType;
    const disposition = asked.get('response-content-disposition');
    if (disposition) response.setHeader('content-disposition', disposition);
    if (this.allowedOrigin && request.headers.origin === this.allowedOrigin) {
      response.setHeader('access-control-allow-origin', this.allowedOrigin);
    }
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, {
        'content-length': bytes.length,
        'content-type': contentType,
        etag: etag(bytes),
      });
      response.end(request.method === 'HEAD' ? undefined : bytes);
      return;
    }
    const start = Number(range[1]);
    const end = Math.min(Number(range[2] || bytes.length), bytes.length - 1);
    if (start >= bytes.length) throw new S3Error(416, 'InvalidRange');
    response.writeHead(206, {
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
      'content-type': contentType,
    });
    response.end(bytes.subarray(start, end + 1));
  }

  #begin(request: IncomingMessage, response: ServerResponse, key: string): void {
    request.resume();
    const id = randomUUID();
    this.uploads.set(id, { key, contentType: request.headers['content-type'] ?? '', parts: new Map() });
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><InitiateMultipartUploadResult><Bucket>${this.bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  async #part(request: IncomingMessage, response: ServerResponse, url: URL, uploadId: string): Promise<void> {
    const bytes = await readBody(request, this.#count);
    const upload = this.uploads.get(uploadId);
    if (!upload) throw new S3Error(404, 'NoSuchUpload');
    upload.parts.set(Number(url.searchParams.get('partNumber')), bytes);
    response.writeHead(200, { etag: etag(bytes) }).end();
  }

  async #complete(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    uploadId: string,
  ): Promise<void> {
    const text = (await readBody(request, this.#count)).toString();
    const upload = this.uploads.get(uploadId);
    if (!upload || upload.key !== key) throw new S3Error(404, 'NoSuchUpload');
    const numbers = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) => Number(match[1]));
    const parts = numbers.map((number) => upload.parts.get(number));
    if (parts.some((part) => part === undefined)) throw new S3Error(400, 'InvalidPart');
    if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))) {
      throw new S3Error(400, 'InvalidPartOrder');
    }
    if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < MIN_PART_BYTES)) {
      throw new S3Error(400, 'EntityTooSmall');
    }
    this.uploads.delete(uploadId);
    this.#keep(key);
    this.objects.set(key, { bytes: Buffer.concat(parts as Buffer[]), contentType: upload.contentType });
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><CompleteMultipartUploadResult><Bucket>${this.bucket}</Bucket><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
    );
  }
}
