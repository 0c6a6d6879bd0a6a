import { createHash, createHmac } from 'node:crypto';

export type Presigned = {
  /** The object's URL without query. */
  url: URL;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  expiresS: number;
  /** Response headers to request, such as response-content-type. */
  query?: Readonly<Record<string, string>>;
};

/** Encodes text for AWS: everything but letters, digits and -_.~ */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * A link with which anybody can GET an object, or a range, until the link expires (Signature Version 4 in the query).
 */
export function presignGet(of: Presigned, now: Date = new Date()): string {
  const moment = `${now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}`;
  const day = moment.slice(0, 8);
  const place = `${day}/${of.region}/s3/aws4_request`;
  const query = Object.entries({
    ...of.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${of.accessKeyId}/${place}`,
    'X-Amz-Date': moment,
    'X-Amz-Expires': String(of.expiresS),
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const request = ['GET', of.url.pathname, query, `host:${of.url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
  const text = ['AWS4-HMAC-SHA256', moment, place, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  const key = [of.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${of.secretAccessKey}`, day));
  return `${of.url.origin}${of.url.pathname}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

/** A bucket's URL for browsers, with the bucket in path or host name. */
export function bucketUrl(server: string, bucket: string, forcePathStyle: boolean): URL {
  const url = new URL(server);
  const base = url.pathname.replace(/\/+$/, '');
  if (forcePathStyle) url.pathname = `${base}/${bucket}/`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${base}/`;
  }
  return url;
}
