import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';

/** argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 8 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password to a PHC string, with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, PARAMETERS);
}

let stranger: Promise<string> | null = null;

/**
 * Checks a password. Without a hash (no such account, or an open invitation) it works just as long against a hash
 * that nothing matches, so that time does not tell which accounts exist.
 */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword(randomBytes(32).toString('hex'));
  const matches = await argon2.verify(phc ?? (await stranger), password);
  return phc !== null && matches;
}
