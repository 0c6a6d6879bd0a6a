// Hold music does not count as speech, nor speech as hold music: checked on calls of known contents, in telephone
// codecs.
import { join } from 'node:path';
import { type Interval, totalMs } from '@escuta/shared/domain/audio/audio-facts';
import { beforeAll, expect, it } from 'vitest';
import {
  analyseCall,
  type CodecName,
  channelOf,
  compare,
  concatenate,
  mix,
  NOISES,
  part,
  seconds,
  silence,
  tune,
} from '../../scripts/casos/espera/calls.ts';
import { TUNES, type TuneName } from '../../scripts/casos/espera/tunes.ts';
import { cases, longo } from '../support/longo.ts';

const SAMPLES = ['amostra-principal', 'cancelamento-mal-conduzido', 'cobranca-com-ofensa', 'venda-de-fibra'];
const sample = (name: string) => join(import.meta.dirname, `../../samples/${name}.mp3`);
/** Lengths in seconds. The speech before the hold and the speech after it last SAID each; the hold lasts HOLD. */
const SAID = 20;
const HOLD = 30;
const GAP = 0.3;

let agent: Float32Array;
let client: Float32Array;
/** Each side's stretches of speech, measured in the call without the hold. */
let spoken: readonly (readonly Interval[])[];

beforeAll(async () => {
  agent = part(await channelOf(sample('amostra-principal'), 0), 0, 2 * SAID);
  client = part(await channelOf(sample('amostra-principal'), 1), 0, 2 * SAID);
  spoken = (await analyseCall([agent, client], 'ulaw')).facts.canais.map(({ speech }) => speech);
});

/** Moves the speech after the first SAID seconds `pauseMs` later, as a hold at that place does. */
const around = (speech: readonly Interval[], pauseMs: number): Interval[] =>
  speech.flatMap(({ startMs, endMs }) => {
    const cut = SAID * 1000;
    if (endMs <= cut) return [{ startMs, endMs }];
    if (startMs >= cut) return [{ startMs: startMs + pauseMs, endMs: endMs + pauseMs }];
    return [
      { startMs, endMs: cut },
      { startMs: cut + pauseMs, endMs: endMs + pauseMs },
    ];
  });

async function makeHoldCall(name: TuneName, codec: CodecName, seed: number, db: number) {
  const pause = silence(GAP);
  const held = concatenate(pause, tune(name, HOLD, seed, db), pause);
  const analysis = await analyseCall(
    [
      concatenate(part(agent, 0, SAID), held, part(agent, SAID, 2 * SAID)),
      concatenate(part(client, 0, SAID), silence(seconds(held)), part(client, SAID, 2 * SAID)),
    ],
    codec,
  );
  const startMs = (SAID + GAP) * 1000;
  const holds = [{ startMs, endMs: startMs + HOLD * 1000 }];
  const speech = around(spoken[0] ?? [], seconds(held) * 1000);
  return { analysis, ...compare(analysis.facts.espera?.trechos ?? [], holds, speech) };
}

it('a hold is found from end to end, is neither speech nor silence, and is not sent to be transcribed', async () => {
  const { analysis, holdMs, foundMs, speechMs, lostMs } = await makeHoldCall('guitar', 'gsm', 1, 0);
  expect(foundMs / holdMs).toBeGreaterThanOrEqual(0.95);
  expect(lostMs / speechMs).toBeLessThanOrEqual(0.01);
  const [own] = analysis.facts.canais;
  const talkMs = totalMs(spoken[0] ?? []);
  expect(Math.abs((own?.talkMs ?? 0) - talkMs)).toBeLessThan(talkMs * 0.05);
  expect(analysis.facts.silences.every(({ endMs, startMs }) => endMs - startMs < 10_000)).toBe(true);
  expect(own?.longestMonologue?.endMs ?? 0).not.toBe((SAID + HOLD) * 1000);
  const [sent] = analysis.channels;
  expect(sent?.timeMap).not.toBeNull();
  expect(analysis.facts.durationMs - (sent?.sentMs ?? 0)).toBeGreaterThan(0.9 * HOLD * 1000);
});

it('an announcement that recurs between two tunes is part of the hold; a voice that comes back once is not', async () => {
  const said = part(agent, 2, 7);
  const held = concatenate(
    tune('piano', 14, 3),
    silence(0.4),
    said,
    silence(0.4),
    tune('piano', 14, 4),
    silence(0.4),
    said,
    silence(0.4),
    tune('piano', 14, 5),
  );
  const { facts } = await analyseCall(
    [concatenate(part(agent, 0, SAID), held, part(agent, SAID, 2 * SAID))],
    'ulaw',
  );
  expect(Math.abs((facts.espera?.totalMs ?? 0) - seconds(held) * 1000)).toBeLessThan(2500);
  const once = concatenate(tune('piano', 14, 3), silence(0.4), said, silence(0.4), tune('piano', 14, 4));
  const heard = await analyseCall(
    [concatenate(part(agent, 0, SAID), once, part(agent, SAID, 2 * SAID))],
    'ulaw',
  );
  expect(Math.abs((heard.facts.espera?.totalMs ?? 0) - 28_000)).toBeLessThan(2500);
});

it('a voice over a television, a street or a keyboard is no hold', async () => {
  for (const make of cases(Object.values(NOISES))) {
    const { facts } = await analyseCall([mix(client, make(seconds(client), 5, agent))], 'gsm');
    expect(facts.espera).toEqual({ trechos: [], totalMs: 0 });
  }
});

longo.describe('each tune and codec, each voice and noise', () => {
  it.each(
    (Object.keys(TUNES) as TuneName[]).flatMap((name) =>
      (['gsm', 'ulaw', 'opus'] as const).flatMap((codec) => [
        [name, codec, 1, 0] as const,
        [name, codec, 2, -6] as const,
      ]),
    ),
  )(
    '%s over %s',
    async (name, codec, seed, db) => {
      const { holdMs, foundMs, speechMs, lostMs } = await makeHoldCall(name, codec, seed, db);
      expect(foundMs / holdMs).toBeGreaterThanOrEqual(0.95);
      expect(lostMs / speechMs).toBeLessThanOrEqual(0.01);
    },
    120_000,
  );

  it.each(SAMPLES.flatMap((slug) => [0, 1].map((channel) => [slug, channel] as const)))(
    '%s, channel %i, in each noise',
    async (slug, channel) => {
      const voice = await channelOf(sample(slug), channel);
      for (const codec of ['gsm', 'opus'] as const)
        for (const make of Object.values(NOISES)) {
          const { facts } = await analyseCall([mix(voice, make(seconds(voice), 5, client))], codec);
          expect(facts.espera?.totalMs ?? 0).toBeLessThanOrEqual(0.01 * facts.durationMs);
        }
    },
    240_000,
  );
});
