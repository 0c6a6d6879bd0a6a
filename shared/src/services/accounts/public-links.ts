import type { Env } from '../../platform/process/env.ts';

/**
 * The address of one of the product's pages, for e-mails. Only PUBLIC_URL says where the product is: what a request claims
 * (its Host header) would let a stranger write the link. Null without it.
 */
export function publicLink(env: Pick<Env, 'PUBLIC_URL'>, path: string): string | null {
  return env.PUBLIC_URL === undefined ? null : `${env.PUBLIC_URL.replace(/\/+$/, '')}${path}`;
}
