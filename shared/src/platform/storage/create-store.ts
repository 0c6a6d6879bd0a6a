import type { Env } from '../process/env.ts';
import type { ObjectStore } from './object-store.ts';
import { FilesystemStore } from './storage-filesystem.ts';

type StorageEnv = Pick<
  Env,
  | 'STORAGE_DRIVER'
  | 'STORAGE_DIR'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
  | 'S3_CHECKSUM'
> &
  Partial<Pick<Env, 'S3_PUBLIC_ENDPOINT'>>;

/**
 * The object store of STORAGE_DRIVER.
 * @throws Error in Portuguese for a missing S3 variable
 */
export async function createStore(env: StorageEnv): Promise<ObjectStore> {
  if (env.STORAGE_DRIVER === 'filesystem') return new FilesystemStore(env.STORAGE_DIR);
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error(
      'STORAGE_DRIVER=s3 exige S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY (veja .env.example).',
    );
  }
  const { S3Store } = await import('./storage-s3.ts');
  return new S3Store({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    checksum: env.S3_CHECKSUM,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
  });
}
