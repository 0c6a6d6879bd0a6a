// Hold music, and sounds confused with it, in calls with known content.
import { join } from 'node:path';
import { totalMs } from '@escuta/shared/domain/audio/audio-facts';
import type { Caso } from './case.ts';
import {
  analyseCall,
  type CodecName,
  channelOf,
  concatenate,
  mix,
  NOISES,
  part,
  seconds,
  silence,
  tune,
} from './espera/calls.ts';
import { TUNES, type TuneName } from './espera/tunes.ts';

const SAMPLE = join(import.meta.dirname, '../../samples/amostra-principal.mp3');
const SAID_S = 9;
const HOLD_S = 30;

/** Reads the agent's and the customer's voice from the sample, `length` s of each. */
const voices = async (length: number): Promise<[Float32Array, Float32Array]> => [
  part(await channelOf(SAMPLE, 0), 0, length),
  part(await channelOf(SAMPLE, 1), 0, length),
];

const MUSIC =
  'pyannote/pyannote-audio, issue 72; wiseman/py-webrtcvad, issue 14; snakers4/silero-vad, issue 121';
const KIND: Record<TuneName, string> = {
  piano: 'piano',
  strings: 'cordas',
  guitar: 'violão',
  electronic: 'música eletrônica',
  musicBox: 'caixinha de música',
};

function held(name: TuneName, codec: CodecName): Caso {
  return {
    nome: `espera de 30 s com ${KIND[name]} em ${codec}`,
    fonte: MUSIC,
    esperado: 'espera de 30 s; nenhum silêncio dela; não vai à transcrição',
    obtido: async () => {
      const [agent, client] = await voices(2 * SAID_S);
      const music = concatenate(silence(0.4), tune(name, HOLD_S, 1), silence(0.4));
      const { facts, channels } = await analyseCall(
        [
          concatenate(part(agent, 0, SAID_S), music, part(agent, SAID_S, 2 * SAID_S)),
          concatenate(part(client, 0, SAID_S), silence(seconds(music)), part(client, SAID_S, 2 * SAID_S)),
        ],
        codec,
      );
      const found = (facts.espera?.totalMs ?? 0) / 1000;
      const silent = facts.silences.filter(({ startMs, endMs }) => endMs - startMs > HOLD_S * 500);
      const left = facts.durationMs - (channels[0]?.sentMs ?? 0) >= (HOLD_S - 3) * 1000;
      return [
        // A hold is found if at least 95 % of its time was found and less than a second of speech was taken for hold.
        found >= 0.95 * HOLD_S && found <= HOLD_S + 1 ? 'espera de 30 s' : `espera de ${found} s`,
        silent.length === 0 ? 'nenhum silêncio dela' : `${totalMs(silent)} ms de silêncio`,
        left ? 'não vai à transcrição' : 'vai à transcrição',
      ].join('; ');
    },
  };
}

function spoken(nome: string, over: (voice: Float32Array, other: Float32Array) => Float32Array): Caso {
  return {
    nome: `fala sobre ${nome}`,
    fonte: MUSIC,
    esperado: 'espera de 0 s',
    obtido: async () => {
      const [agent, client] = await voices(40);
      const { facts } = await analyseCall([mix(agent, over(agent, client))], 'gsm');
      return `espera de ${(facts.espera?.totalMs ?? 0) / 1000} s`;
    },
  };
}

export const ESPERAS: readonly Caso[] = [
  ...(Object.keys(TUNES) as TuneName[]).map((name, index) =>
    held(name, (['gsm', 'ulaw', 'opus'] as const)[index % 3] ?? 'gsm'),
  ),
  spoken('televisão', (voice, other) => NOISES.televisao(seconds(voice), 5, other)),
  spoken('rua', (voice) => NOISES.rua(seconds(voice), 5)),
  spoken('teclado', (voice) => NOISES.teclado(seconds(voice), 5)),
];
