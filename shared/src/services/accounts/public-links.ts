import type { Env } from '../../platform/process/env.ts';

/** A page's URL for e-mails, from PUBLIC_URL (null without it), because a Host header can be forged. */
export function publicLink(env: Pick<Env, 'PUBLIC_URL'>, path: string): string | null {
  return env.PUBLIC_URL === undefined ? null : `${env.PUBLIC_URL.replace(/\/+$/, '')}${path}`;
}
