// Texts that speech models invent over silence, or write instead of the speech. As in the worker, they are compared
// with the sound, and a piece may be transcribed a second time.
import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import { CANAIS, type Canal } from '@escuta/shared/domain/profiles/roles';
import { DEIXADA_MAX, reasonsText } from '@escuta/shared/domain/transcripts/left-out-speech';
import { doubtsOf, honestCalls, plantedCalls } from '../../tests/support/spoken-calls.ts';
import { type Heard, transcribeChecked } from '../../worker/src/analysis/checked-transcript.ts';
import { impossibleTimes } from '../../worker/src/analysis/transcript-doubt.ts';
import type { StageContext } from '../../worker/src/engine/stage.ts';
import type { Caso, CasosDoTipo } from './case.ts';

/** A segment of a model's answer; start and end in s. */
type Segment = readonly [start: number, end: number, text: string];
type Side = {
  /** Times at which this party speaks, s. */
  fala: readonly (readonly [start: number, end: number])[];
  /** The model's first answer, and its answer to a second request; if the second is missing, the first is repeated. */
  respostas: readonly [readonly Segment[], (readonly Segment[])?];
};
type Recording = {
  segundos: number;
  left: Side;
  right?: Side;
  /** Quotes of evidence that people confirmed. */
  provas?: readonly { citacao: string; startMs: number; endMs: number }[];
};

const ms = ([start, end]: readonly [number, number, ...unknown[]]): Interval => ({
  startMs: start * 1000,
  endMs: end * 1000,
});

function heard(segments: readonly Segment[], durationMs: number): Heard[] {
  const timeless = impossibleTimes(segments.map(ms), durationMs);
  return segments.map((segment, index) => ({
    ...ms(segment),
    texto: segment[2],
    confianca: null,
    temposImpossiveis: timeless[index] ?? false,
  }));
}

/**
 * Describes the result for a recording: kept words, dropped words with their reason, number of repeated requests, and
 * the call's end.
 */
async function become({ segundos, provas = [], ...sides }: Recording): Promise<string> {
  const durationMs = segundos * 1000;
  const known = CANAIS.flatMap((canal) => {
    const side = sides[canal];
    return side ? [{ canal, side }] : [];
  });
  const context = {
    run: { itemId: 'item' },
    signal: new AbortController().signal,
    db: { query: async () => ({ rows: provas }) },
  } as unknown as StageContext;
  const channel = ({ canal, side }: { canal: Canal; side: Side }) => ({
    canal,
    pieces: [
      {
        startMs: 0,
        endMs: durationMs,
        ask: async (vez: 1 | 2) => heard(side.respostas[vez - 1] ?? side.respostas[0], durationMs),
      },
    ],
    join: (pieces: readonly Heard[][]) => pieces.flat(),
  });
  const { trechos, deixadas, pedidasDeNovo } = await transcribeChecked(
    context,
    known.map(channel),
    known.map(({ side }) => side.fala.map(ms)),
  );
  const kept = trechos.flat().map(({ texto }) => texto);
  const fails = deixadas !== null && (deixadas.parcela > DEIXADA_MAX || kept.length === 0);
  return [
    fails ? 'erro, crédito de volta' : `concluído: ${kept.join(' ') || 'nada'}`,
    `fora: ${deixadas ? reasonsText(deixadas) : 'nada'}`,
    `pedido de novo: ${pedidasDeNovo}`,
  ].join('; ');
}

const loop = (text: string, times: number, from: number, each: number): Segment[] =>
  Array.from({ length: times }, (_, index) => [
    Math.round((from + index * each) * 100) / 100,
    Math.round((from + (index + 1) * each) * 100) / 100,
    text,
  ]);

const BOA_TARDE: Segment = [0.4, 3.6, 'Lumavia, boa tarde, em que posso ajudar?'];
const PEDIDO: Segment = [5, 9, 'Eu quero a segunda via da fatura, por favor.'];
const FALA = [
  [0.5, 3.5],
  [5, 9],
] as const;

const casos: readonly Caso[] = [
  {
    nome: 'laço de "Obrigado por assistir." nos dois lados, um deles quase todo em silêncio',
    fonte: 'app-vox/vox, pull request 381; SubtitleEdit/subtitleedit, issue 13081',
    esperado: 'erro, crédito de volta; fora: 120 frases de legenda de vídeo; pedido de novo: 2',
    obtido: () => {
      const respostas = [loop('Obrigado por assistir.', 60, 0, 2 / 3)] as const;
      return become({
        segundos: 40,
        left: {
          fala: [
            [0.5, 4],
            [33, 36.5],
          ],
          respostas,
        },
        right: {
          fala: [
            [6, 11],
            [20, 27],
          ],
          respostas,
        },
      });
    },
  },
  {
    nome: 'uma palavra sem fim: "you you you" na janela inteira',
    fonte: 'screenpipe/screenpipe, pull request 4070; OpenWhispr/openwhispr, pull request 552',
    esperado: 'erro, crédito de volta; fora: 1 frase em repetição sem fim; pedido de novo: 1',
    obtido: () =>
      become({
        segundos: 30,
        left: { fala: [[1, 9]], respostas: [[[0, 30, Array(96).fill('you').join(' ')]]] },
      }),
  },
  {
    nome: 'vinte vezes "¡Muy bien!" sobre 19,8 s de fala',
    fonte: 'RisorseArtificiali/anti-vocale, issue 74',
    esperado: 'erro, crédito de volta; fora: 1 frase em repetição sem fim; pedido de novo: 1',
    obtido: () =>
      become({
        segundos: 19.8,
        left: { fala: [[0.2, 19.5]], respostas: [[[0, 19.8, Array(20).fill('¡Muy bien!').join(' ')]]] },
      }),
  },
  {
    nome: 'a segunda tentativa acerta: vale ela, e nada fica de fora',
    fonte: 'openai/whisper, transcribe.py (temperature fallback, compression_ratio_threshold 2.4)',
    esperado:
      'concluído: Lumavia, boa tarde, em que posso ajudar? Eu quero a segunda via da fatura, por favor.; fora: nada; pedido de novo: 1',
    obtido: () =>
      become({
        segundos: 12,
        left: { fala: FALA, respostas: [loop('E aí', 12, 0, 1), [BOA_TARDE, PEDIDO]] },
      }),
  },
  {
    nome: 'o começo certo, e depois milhares de frases iguais',
    fonte: 'DevelopersCoffee/airo, pull request 1813 (1347 segmentos iguais)',
    esperado: `concluído: ${BOA_TARDE[2]} ${PEDIDO[2]}; fora: 1347 frases em repetição sem fim; pedido de novo: 1`,
    obtido: () =>
      become({
        segundos: 1400,
        left: { fala: FALA, respostas: [[BOA_TARDE, PEDIDO, ...loop('Vamos lá, pessoal.', 1347, 20, 1)]] },
      }),
  },
  {
    nome: 'frase inventada num silêncio, toda a fala já escrita: fica de fora sem outro pedido',
    fonte: 'ggml-org/whisper.cpp, issue 2539',
    esperado: `concluído: ${BOA_TARDE[2]} ${PEDIDO[2]}; fora: 3 frases em um momento sem fala; pedido de novo: 0`,
    obtido: () =>
      become({
        segundos: 60,
        left: {
          fala: FALA,
          respostas: [
            [
              BOA_TARDE,
              PEDIDO,
              [20, 22, 'Obrigado.'],
              [31, 33, 'Tchau, até a próxima.'],
              [55, 57, 'Obrigado.'],
            ],
          ],
        },
      }),
  },
  {
    nome: '"Puxa. Puxa. Puxa. Puxa." de um microfone aberto',
    fonte: 'openai/whisper, discussão 928; VocaHQ/vocalinux, pull request 265',
    esperado: `concluído: ${BOA_TARDE[2]}; fora: 1 frase em um momento sem fala; pedido de novo: 0`,
    obtido: () =>
      become({
        segundos: 15,
        left: { fala: [[0.5, 3.5]], respostas: [[BOA_TARDE, [8, 11, 'Puxa. Puxa. Puxa. Puxa.']]] },
      }),
  },
  {
    nome: 'coreano no meio de uma ligação em português',
    fonte: 'PocketShell-io/pocketshell, issue 452; amicalhq/amical, issue 71',
    esperado: `concluído: ${BOA_TARDE[2]} ${PEDIDO[2]}; fora: 1 frase em outra língua; pedido de novo: 1`,
    obtido: () =>
      become({
        segundos: 20,
        left: {
          fala: [...FALA, [12, 13]],
          respostas: [[BOA_TARDE, PEDIDO, [12, 14, '시청해주셔서 감사합니다!']]],
        },
      }),
  },
  {
    nome: 'russo em vez da fala inteira',
    fonte: 'isair/jarvis, issue 114; chidiwilliams/buzz, issue 1500',
    esperado: 'erro, crédito de volta; fora: 2 frases em outra língua; pedido de novo: 1',
    obtido: () =>
      become({
        segundos: 12,
        left: {
          fala: FALA,
          respostas: [
            [
              [0.4, 3.6, 'Бесполезный ты мой сын.'],
              [5, 9, 'Дервис, если ты здесь.'],
            ],
          ],
        },
      }),
  },
  {
    nome: 'crédito de legenda sobre ruído que mede como fala',
    fonte: 'openai/whisper, discussão 928; JSchmie/ScrAIbe, scraibe/hallucinations.py',
    esperado: `concluído: ${BOA_TARDE[2]} ${PEDIDO[2]}; fora: 1 frase de legenda de vídeo; pedido de novo: 1`,
    obtido: () =>
      become({
        segundos: 30,
        left: {
          fala: [...FALA, [15, 17]],
          respostas: [[BOA_TARDE, PEDIDO, [15, 19, 'Legendas pela comunidade Amara.org']]],
        },
      }),
  },
  {
    nome: 'tempos além do fim do som',
    fonte: 'linto-ai/whisper-timestamped, issue 6; openai/whisper, pull request 299',
    esperado: `concluído: ${BOA_TARDE[2]} ${PEDIDO[2]}; fora: 1 frase com tempos impossíveis; pedido de novo: 1`,
    obtido: () =>
      become({
        segundos: 12,
        left: { fala: FALA, respostas: [[BOA_TARDE, PEDIDO, [38, 41, 'Tá certo.']]] },
      }),
  },
  {
    nome: 'todas as frases em 0:00',
    fonte: 'openai/whisper, pull request 191 (início e fim iguais)',
    esperado: 'erro, crédito de volta; fora: 4 frases com tempos impossíveis; pedido de novo: 1',
    obtido: () =>
      become({
        segundos: 12,
        left: {
          fala: FALA,
          respostas: [
            ['Boa tarde.', 'Em que posso ajudar?', 'A segunda via.', 'Claro.'].map((text) => [0, 0, text]),
          ],
        },
      }),
  },
  {
    nome: 'a última frase acaba no fim da janela de 30 s: é assim mesmo',
    fonte: 'openai/whisper, pull request 299',
    esperado: `concluído: ${BOA_TARDE[2]} Eu quero a segunda via.; fora: nada; pedido de novo: 0`,
    obtido: () =>
      become({
        segundos: 12,
        left: { fala: FALA, respostas: [[BOA_TARDE, [5, 30, 'Eu quero a segunda via.']]] },
      }),
  },
  {
    nome: '1.709 palavras por minuto',
    fonte: 'lisabmarshall.com, How fast do I speak? (Update)',
    esperado: `concluído: ${BOA_TARDE[2]}; fora: 1 frase em ritmo de fala impossível; pedido de novo: 1`,
    obtido: () =>
      become({
        segundos: 12,
        left: {
          fala: [
            [0.5, 3.5],
            [5, 5.8],
          ],
          respostas: [
            [
              BOA_TARDE,
              [
                5,
                6,
                'Eu quero a segunda via da fatura do mês passado porque a que chegou aqui em casa estava rasgada e eu não consigo pagar no banco.',
              ],
            ],
          ],
        },
      }),
  },
  {
    nome: 'bateria de pesquisa: doze vezes "Concordo em parte." é o que foi dito',
    fonte: 'Beingpax/VoiceInk, pull request 565 (repetições curtas e pensadas ficam)',
    esperado: `concluído: ${Array(12).fill('Concordo em parte.').join(' ')}; fora: nada; pedido de novo: 0`,
    obtido: () => {
      const ditas = Array.from({ length: 12 }, (_, n) => 6 * n + (n % 3));
      return become({
        segundos: 80,
        left: {
          fala: ditas.map((at) => [at, at + 1.1] as const),
          // Each sentence lasts until the next begins, like in Whisper's output.
          respostas: [ditas.map((at, n) => [at, ditas[n + 1] ?? at + 2, 'Concordo em parte.'])],
        },
      });
    },
  },
  {
    nome: 'o que uma pessoa confirmou como prova nunca fica de fora',
    fonte: 'matthias-ennen/transcript, issue 78 (repetições de verdade e de máquina)',
    esperado: `concluído: ${BOA_TARDE[2]} Pode cancelar.; fora: nada; pedido de novo: 0`,
    obtido: () =>
      become({
        segundos: 30,
        left: { fala: [[0.5, 3.5]], respostas: [[BOA_TARDE, [20, 21, 'Pode cancelar.']]] },
        provas: [{ citacao: 'pode cancelar', startMs: 20_000, endMs: 21_000 }],
      }),
  },
  {
    nome: 'sessenta ligações com laços e mentiras plantados',
    fonte: 'Koenecke et al. 2024, Careless Whisper (FAccT): quanto os modelos inventam, e onde',
    esperado: 'pegas: 97 % ou mais',
    obtido: () => {
      const caught = plantedCalls().filter((call) =>
        doubtsOf(call).every(({ sentence, motivo }) => !sentence.mentira || motivo !== null),
      );
      return caught.length >= 0.97 * 60 ? 'pegas: 97 % ou mais' : `pegas: ${caught.length} de 60`;
    },
  },
  {
    nome: 'sessenta ligações honestas: repetições, códigos soletrados, pausas longas, canto',
    fonte: 'Beingpax/VoiceInk, pull request 565; matthias-ennen/transcript, issue 78',
    esperado: 'acusadas: no máximo uma',
    obtido: () => {
      const accused = honestCalls().filter((call) => doubtsOf(call).some(({ motivo }) => motivo !== null));
      return accused.length <= 1 ? 'acusadas: no máximo uma' : `acusadas: ${accused.length} de 60`;
    },
  },
];

export const TRANSCRICOES: CasosDoTipo = { tipo: 'transcrição', casos };
