// Part of `migrate`: creates the bucket for recordings if the store is S3 and the bucket is missing. An existing bucket
// is not changed, so the S3 account needs no right to create buckets if somebody else has created this one.
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { loadEnv } from '@escuta/shared/platform/process/env';

const ATTEMPTS = 30;
const env = loadEnv();

async function ensureBucket(bucket: string, accessKeyId: string, secretAccessKey: string): Promise<void> {
  const client = new S3Client({
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    requestChecksumCalculation: env.S3_CHECKSUM,
    responseChecksumValidation: env.S3_CHECKSUM,
    credentials: { accessKeyId, secretAccessKey },
  });
  // Retries, because the S3 server may be starting at the same time.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
      process.stdout.write(`O balde "${bucket}" já existe.\n`);
      return;
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
      if (status === 404) break;
      if (status !== undefined || attempt === ATTEMPTS) throw error;
      await delay(1000);
    }
  }
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  process.stdout.write(`Balde "${bucket}" criado.\n`);
}

if (env.STORAGE_DRIVER === 's3') {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error(
      'STORAGE_DRIVER=s3 exige S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY (veja .env.example).',
    );
  }
  await ensureBucket(S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY);
}
