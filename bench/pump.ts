import { Agent, request } from 'node:http';

/** Size of a channel of a 3-minute call as FLAC, bytes. */
const CHANNEL_BYTES = 1_000_000;

/**
 * Runs calls through the least possible worker: slots that only ask a provider, two transcriptions at once, then two
 * answers one after the other.
 * @returns the time at which each call ended (`performance.now()`, ms), ascending
 */
export async function pumpCalls({
  url,
  slots,
  calls,
}: {
  url: string;
  slots: number;
  calls: number;
}): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const sound = Buffer.alloc(CHANNEL_BYTES);
  const question = Buffer.from(
    JSON.stringify({ model: 'bomba', messages: [{ role: 'user', content: 'bomba' }] }),
  );
  let asked = 0;
  const post = (path: string, body: Buffer) =>
    new Promise<void>((resolve, reject) => {
      asked += 1;
      request(
        `${url}${path}`,
        { agent, method: 'POST', headers: { 'idempotency-key': `bomba-${asked}` } },
        (response) => {
          response.resume();
          response.once('error', reject);
          response.once('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
          );
        },
      )
        .once('error', reject)
        .end(body);
    });
  const ends: number[] = [];
  let left = calls;
  const slot = async () => {
    while (left > 0) {
      left -= 1;
      await Promise.all([post('/audio/transcriptions', sound), post('/audio/transcriptions', sound)]);
      await post('/chat/completions', question);
      await post('/chat/completions', question);
      ends.push(performance.now());
    }
  };
  try {
    await Promise.all(Array.from({ length: slots }, slot));
  } finally {
    agent.destroy();
  }
  return ends;
}
