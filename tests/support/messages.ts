import type { Subscriptions } from '../../api/src/plugins/subscriptions.ts';

/**
 * Listens to a channel, and resolves once the subscription is active. `heard` resolves with the first message, or when
 * the
 * connection has had a gap, after which listeners must read again what they missed.
 */
export async function listenOnce(
  subscriptions: Subscriptions,
  channel: string,
  onMessage: () => void = () => undefined,
): Promise<{ heard: Promise<void> }> {
  await subscriptions.ready(60_000);
  let resolve: () => void;
  const heard = new Promise<void>((done) => {
    resolve = done;
  });
  const hear = () => {
    onMessage();
    resolve();
  };
  subscriptions.onGap(hear);
  await subscriptions.listen(channel, hear);
  return { heard };
}
