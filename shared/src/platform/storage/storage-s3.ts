import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Env } from '../process/env.ts';
import {
  assertObjectKey,
  type ByteRange,
  LINK_S,
  type ObjectInfo,
  ObjectNotFoundError,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { bucketUrl, presignGet } from './s3-presign.ts';

/** An upload uses at most PART_BYTES × (PARTS_AT_ONCE + 1) of memory. */
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
  publicEndpoint?: string | undefined;
};

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

function isNotImplemented(error: unknown): boolean {
  return error instanceof S3ServiceException && [405, 501].includes(error.$metadata.httpStatusCode ?? 0);
}

const VERSIONING_MS = 600_000;

/** Objects in an S3 bucket. Uploads large bodies in parts. Deletes earlier versions and unfinished parts, too. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #settings: S3Settings;
  #versioning: { at: number; isKept: Promise<boolean> } | null = null;

  constructor(settings: S3Settings) {
    this.#bucket = settings.bucket;
    this.#settings = settings;
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
    // A range from the object's end is empty; a later start is invalid.
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

  link(key: string, as: { contentType: string; disposition: string | null }): string | null {
    const { publicEndpoint, bucket, forcePathStyle, region, accessKeyId, secretAccessKey } = this.#settings;
    if (publicEndpoint === undefined) return null;
    assertObjectKey(key);
    return presignGet({
      url: new URL(key, bucketUrl(publicEndpoint, bucket, forcePathStyle)),
      region,
      accessKeyId,
      secretAccessKey,
      expiresS: LINK_S,
      query: {
        'response-content-type': as.contentType,
        'response-cache-control': 'private, no-cache',
        ...(as.disposition ? { 'response-content-disposition': as.disposition } : {}),
      },
    });
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
    const target = this.#target(key);
    await this.#ignoring(isMissing, () => this.#client.send(new DeleteObjectCommand(target)));
    await this.#abortUploads(target);
    if (await this.#keepsVersions()) await this.#deleteVersions(target);
  }

  async #ignoring(harmless: (error: unknown) => boolean, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!harmless(error)) throw error;
    }
  }

  /** True if the bucket has or had versioning; false also if the server does not support versioning. */
  #keepsVersions(): Promise<boolean> {
    if (!this.#versioning || performance.now() - this.#versioning.at > VERSIONING_MS) {
      const isKept = this.#client
        .send(new GetBucketVersioningCommand({ Bucket: this.#bucket }))
        .then(({ Status }) => Status !== undefined)
        .catch((error: unknown) => {
          if (isNotImplemented(error) || isMissing(error)) return false;
          // Forgets a failure, so that the next call asks again.
          this.#versioning = null;
          throw error;
        });
      this.#versioning = { at: performance.now(), isKept };
    }
    return this.#versioning.isKept;
  }

  /** Aborts a key's unfinished uploads, whose invisible parts use space. */
  async #abortUploads({ Bucket, Key }: { Bucket: string; Key: string }): Promise<void> {
    await this.#ignoring(isNotImplemented, async () => {
      for (let more = true, at: { KeyMarker?: string; UploadIdMarker?: string } = {}; more; ) {
        const page = await this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key, ...at }));
        for (const { Key: found, UploadId } of page.Uploads ?? []) {
          if (found !== Key || !UploadId) continue;
          const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await this.#ignoring(isMissing, () => this.#client.send(abort));
        }
        more = page.IsTruncated === true && page.NextKeyMarker !== undefined;
        at = {
          ...(page.NextKeyMarker ? { KeyMarker: page.NextKeyMarker } : {}),
          ...(page.NextUploadIdMarker ? { UploadIdMarker: page.NextUploadIdMarker } : {}),
        };
      }
    });
  }

  async #deleteVersions({ Bucket, Key }: { Bucket: string; Key: string }): Promise<void> {
    for (let more = true, at: { KeyMarker?: string; VersionIdMarker?: string } = {}; more; ) {
      const page = await this.#client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...at }));
      for (const { Key: found, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
        if (found !== Key || !VersionId) continue;
        const remove = new DeleteObjectCommand({ Bucket, Key, VersionId });
        await this.#ignoring(isMissing, () => this.#client.send(remove));
      }
      more = page.IsTruncated === true && page.NextKeyMarker !== undefined;
      at = {
        ...(page.NextKeyMarker ? { KeyMarker: page.NextKeyMarker } : {}),
        ...(page.NextVersionIdMarker ? { VersionIdMarker: page.NextVersionIdMarker } : {}),
      };
    }
  }

  async *list(): AsyncGenerator<StoredObject> {
    for (let at: { ContinuationToken?: string } | null = {}; at; ) {
      const page: ListObjectsV2CommandOutput = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, ...at }),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified !== undefined) yield { key: Key, modified: LastModified };
      at = page.NextContinuationToken ? { ContinuationToken: page.NextContinuationToken } : null;
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

  close(): void {
    this.#client.destroy();
  }
}
