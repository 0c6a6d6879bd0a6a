import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Env } from './env.ts';
import {
  assertObjectKey,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  type ObjectStore,
} from './object-store.ts';

/** One upload holds at most PART_BYTES × (PARTS_AT_ONCE + 1) in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

export type S3Settings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  checksum: Env['S3_CHECKSUM'];
};

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

/** Objects in a bucket of any S3 server. Large bodies go up in parts; a body that fails leaves no object and no parts. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(settings: S3Settings) {
    this.#bucket = settings.bucket;
    this.#client = new S3Client({
      region: settings.region,
      ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      forcePathStyle: settings.forcePathStyle,
      requestChecksumCalculation: settings.checksum,
      responseChecksumValidation: settings.checksum,
      maxAttempts: 3,
    });
  }

  #target(key: string): { Bucket: string; Key: string } {
    assertObjectKey(key);
    return { Bucket: this.#bucket, Key: key };
  }

  async put(key: string, body: Readable, options: { contentType: string }): Promise<{ size: number }> {
    const target = this.#target(key);
    let size = 0;
    async function* counted() {
      for await (const chunk of body) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
        size += bytes.length;
        yield bytes;
      }
    }
    const upload = new Upload({
      client: this.#client,
      params: {
        ...target,
        Body: Readable.from(counted(), { objectMode: false }),
        ContentType: options.contentType,
      },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
    } catch (error) {
      body.destroy();
      throw error;
    }
    return { size };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const target = this.#target(key);
    if (!range) return this.#read(target);
    if (range.start < 0 || range.start > range.end) throw new RangeError('invalid byte range');
    if (range.start < range.end) {
      try {
        return await this.#read({ ...target, Range: `bytes=${range.start}-${range.end - 1}` });
      } catch (error) {
        const beyond = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
        if (!beyond) throw error;
      }
    }
    // Nothing to read: right at the end it is an empty range, beyond it none.
    const { size } = await this.head(key);
    if (range.start > size) throw new RangeError('invalid byte range');
    return Readable.from([]);
  }

  async #read(input: { Bucket: string; Key: string; Range?: string }): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(input));
      if (!(Body instanceof Readable)) throw new Error('o servidor S3 respondeu sem conteúdo');
      return Body;
    } catch (error) {
      throw isMissing(error) ? new ObjectNotFoundError(input.Key) : error;
    }
  }

  async head(key: string): Promise<ObjectInfo> {
    try {
      const info = await this.#client.send(new HeadObjectCommand(this.#target(key)));
      return {
        size: info.ContentLength ?? 0,
        contentType: info.ContentType ?? 'application/octet-stream',
      };
    } catch (error) {
      throw isMissing(error) ? new ObjectNotFoundError(key) : error;
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#target(key)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async check(): Promise<void> {
    const key = `verificacao/${randomUUID()}`;
    await this.put(key, Readable.from([Buffer.from('escuta')]), { contentType: 'text/plain' });
    try {
      const parts: Buffer[] = [];
      for await (const part of await this.get(key)) parts.push(part as Buffer);
      if (Buffer.concat(parts).toString() !== 'escuta')
        throw new Error('o armazenamento devolveu outro conteúdo');
    } finally {
      await this.delete(key);
    }
  }

  /** Closes idle connections. */
  close(): void {
    this.#client.destroy();
  }
}
