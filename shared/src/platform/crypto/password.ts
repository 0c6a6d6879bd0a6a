import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id (the library's default): 19 MiB, two passes, one lane; about 8 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Limits concurrent hashes, to leave a core for other requests. */
const room = pLimit(Math.max(1, availableParallelism() - 1));

/** Hashes a password with a random salt to a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return room(() => argon2.hash(password, PARAMETERS));
}

let stranger: Promise<string> | null = null;

/** Checks a password; without a hash, checks a random password's hash, so that timing does not reveal accounts. */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword(randomBytes(32).toString('hex'));
  const known = phc ?? (await stranger);
  const matches = await room(() => argon2.verify(known, password));
  return phc !== null && matches;
}
