// Calls with their speech, its measurement and its transcript, generated from a seed. Some are honest; in others the
// transcript has planted loops and lies (used by scripts/casos/transcricoes.ts and
// worker/src/analysis/transcript-doubt.test.ts).

import { deflateSync } from 'node:zlib';
import { bridge, type Interval, unite } from '@escuta/shared/domain/audio/audio-facts';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { type Falado, findDoubts, impossibleTimes } from '../../worker/src/analysis/transcript-doubt.ts';

type Random = () => number;
const between = (random: Random, from: number, to: number): number => from + random() * (to - from);
const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const AGENT = [
  'Central de atendimento, boa tarde, com quem eu falo?',
  'Posso confirmar o seu CPF, por favor?',
  'Só um momento que eu vou verificar aqui no sistema.',
  'O senhor poderia me confirmar o endereço de instalação?',
  'Eu estou vendo aqui que a fatura venceu no dia dez.',
  'Certo, e qual seria o melhor horário para a visita do técnico?',
  'O protocolo é dois zero dois seis, um um, dois oito.',
  'Vou transferir a sua ligação para o setor responsável.',
  'Nesse plano a senhora tem quinhentos mega e o fixo ilimitado.',
  'Mais alguma coisa em que eu possa ajudar?',
  'Entendi, senhora, peço desculpas pelo transtorno.',
  'A Lumavia agradece a sua ligação, tenha uma ótima tarde.',
];
const CLIENT = [
  'Boa tarde, eu queria cancelar a minha linha.',
  'É que eu paguei no dia cinco e ainda está bloqueado.',
  'Não, eu já liguei três vezes essa semana por causa disso.',
  'Pode ser de manhã, depois das nove.',
  'Rua das Acácias, número quarenta e dois, apartamento três.',
  'Tá, mas quanto vai ficar por mês?',
  'Eu não vou pagar por uma coisa que não funciona.',
  'Pode mandar por e-mail mesmo, é maria ponto souza arroba.',
  'Então tá bom, muito obrigada pela atenção.',
  'Meu marido é que resolve essas coisas, ele não está agora.',
];

export type Side = 'agente' | 'cliente';
export type Spoken = { texto: string; startMs: number; endMs: number; mentira: boolean };
export type SpokenCall = {
  nome: string;
  durationMs: number;
  /** Speech measured by the product. */
  fala: Record<Side, Interval[]>;
  /** The sentences that the provider wrote, by the time of the sound. */
  escrito: Record<Side, Spoken[]>;
};

/** Makes speech as the product measures it: bursts with short pauses; `missed`: share of bursts (0 to 1) left out. */
function bursts(random: Random, { startMs, endMs }: Interval, missed: number): Interval[] {
  const found: Interval[] = [];
  for (let at = startMs; at < endMs; ) {
    const length = Math.min(endMs - at, between(random, 300, 1800));
    if (random() >= missed && length >= 120)
      found.push({ startMs: Math.round(at), endMs: Math.round(at + length) });
    at += length + between(random, 60, 320);
  }
  return found.length > 0 ? found : [{ startMs: Math.round(startMs), endMs: Math.round(endMs) }];
}

class Maker {
  at = 500;
  readonly call: SpokenCall;

  constructor(
    nome: string,
    readonly random: Random,
    readonly missed = 0.1,
  ) {
    this.call = {
      nome,
      durationMs: 0,
      fala: { agente: [], cliente: [] },
      escrito: { agente: [], cliente: [] },
    };
  }

  /** Says a text at `wpm` words per minute. `written`: whether the transcript has the text as a sentence of its own. */
  say(lado: Side, texto: string, wpm = between(this.random, 120, 210), written = true): Interval {
    const words = texto.split(/\s+/u).length;
    const said = { startMs: this.at, endMs: this.at + Math.max(350, (words / wpm) * 60_000) };
    this.call.fala[lado].push(...bursts(this.random, said, this.missed));
    if (written) this.write(lado, texto, said);
    this.at = said.endMs + between(this.random, 200, 900);
    return said;
  }

  /** Writes a sentence with a model's inexact times, in steps of 20 ms. */
  write(lado: Side, texto: string, { startMs, endMs }: Interval): void {
    const step = (ms: number) => Math.max(0, Math.round(ms / 20) * 20);
    const start = step(startMs + between(this.random, -300, 300));
    const end = Math.max(start, step(endMs + between(this.random, -300, 500)));
    this.call.escrito[lado].push({ texto, startMs: start, endMs: end, mentira: false });
  }

  pause(ms: number): void {
    this.at += ms;
  }

  /** Adds words to the transcript that are not in the sound. */
  lie(lado: Side, texto: string, { startMs, endMs }: Interval): void {
    this.call.escrito[lado].push({ texto, startMs, endMs, mentira: true });
  }

  /** Adds a few turns of an ordinary call. */
  talk(turns: number): void {
    for (let turn = 0; turn < turns; turn += 1) {
      this.say('agente', oneOf(this.random, AGENT));
      this.say('cliente', oneOf(this.random, CLIENT));
    }
  }

  end(): SpokenCall {
    const { fala, escrito } = this.call;
    for (const lado of ['agente', 'cliente'] as const) {
      fala[lado] = bridge(unite(fala[lado]), 240);
      escrito[lado].sort((a, b) => a.startMs - b.startMs);
    }
    this.call.durationMs = Math.round(this.at + 500);
    return this.call;
  }

  /** Ends the call as some models do: each sentence lasts until the next, the last until its block of 30 s ends. */
  endFilled(): SpokenCall {
    const call = this.end();
    for (const sentences of Object.values(call.escrito)) {
      for (const [index, sentence] of sentences.entries())
        sentence.endMs = sentences[index + 1]?.startMs ?? Math.ceil(sentence.endMs / 30_000) * 30_000;
    }
    return call;
  }
}

const LETTERS = 'A de amor|B de bola|C de casa|D de dado|F de faca|M de Maria|P de pato|S de sapo'.split('|');
const DIGITS = 'zero um dois três quatro cinco meia sete oito nove'.split(' ');
const REFRAINS = [
  'Parabéns pra você, nesta data querida, muitas felicidades, muitos anos de vida. Parabéns pra você, nesta data querida, muitas felicidades, muitos anos de vida.',
  'Lá, lá, lá, lá, lá, lá, lá, lá, lá, lá, lá, lá.',
  'Olê, olê, olê, olá. Olê, olê, olê, olá. Olê, olê, olê, olá.',
  'Atirei o pau no gato tô tô, mas o gato tô tô não morreu reu reu.',
  'Ai, ai, ai, ai, tá chegando a hora, o dia já vem raiando, meu bem, eu tenho que ir embora.',
];

type Make = (m: Maker) => SpokenCall;
const HONEST: readonly (readonly [nome: string, make: Make, missed?: number])[] = [
  [
    'negações repetidas',
    (m) => {
      m.talk(3);
      m.say(
        'cliente',
        Array(Math.round(between(m.random, 4, 12)))
          .fill('não')
          .join(', '),
        260,
      );
      m.talk(2);
      return m.end();
    },
  ],
  [
    'alô, alô, alô em frases separadas',
    (m) => {
      for (let n = 0; n < between(m.random, 3, 7); n += 1) {
        m.say('cliente', 'Alô?', 90);
        m.pause(between(m.random, 300, 2500));
      }
      m.talk(3);
      return m.end();
    },
  ],
  [
    'está me ouvindo, de novo e de novo',
    (m) => {
      m.talk(1);
      for (let n = 0; n < 5; n += 1) {
        m.say('agente', 'O senhor está me ouvindo?', 170);
        m.pause(between(m.random, 900, 3500));
      }
      m.talk(2);
      return m.endFilled();
    },
  ],
  [
    'bateria de pesquisa: a mesma resposta doze vezes',
    (m) => {
      const resposta = oneOf(m.random, [
        'Concordo em parte.',
        'Sim.',
        'Não sei dizer.',
        'Concordo totalmente.',
      ]);
      for (let n = 0; n < 12; n += 1) {
        m.say('agente', oneOf(m.random, AGENT));
        m.say('cliente', resposta, 140);
      }
      return m.end();
    },
  ],
  [
    'a mesma resposta, com frases que duram até a seguinte',
    (m) => {
      for (let n = 0; n < 14; n += 1) {
        m.say('agente', oneOf(m.random, AGENT));
        m.say('cliente', 'Concordo em parte.', 140);
      }
      return m.endFilled();
    },
  ],
  [
    'código soletrado',
    (m) => {
      m.talk(1);
      m.say('cliente', Array.from({ length: 9 }, () => oneOf(m.random, LETTERS)).join(', '), 110);
      m.say('agente', Array.from({ length: 14 }, () => oneOf(m.random, DIGITS)).join(' '), 150);
      m.say('cliente', `${Array(11).fill('zero').join(' ')} um dois`, 150);
      m.talk(2);
      return m.end();
    },
  ],
  [
    'letras uma a uma, cada uma uma frase',
    (m) => {
      for (const letra of 'M A R C H E S A N'.split(' ')) m.say('cliente', `${letra}.`, 60);
      m.talk(3);
      return m.end();
    },
  ],
  [
    'pausas longas',
    (m) => {
      for (let n = 0; n < 4; n += 1) {
        m.talk(1);
        m.pause(between(m.random, 8000, 45_000));
      }
      m.talk(1);
      return m.end();
    },
  ],
  [
    'pausas longas, com frases que duram até a seguinte',
    (m) => {
      for (let n = 0; n < 4; n += 1) {
        m.talk(1);
        m.pause(between(m.random, 8000, 25_000));
      }
      m.talk(1);
      return m.endFilled();
    },
  ],
  [
    'canto',
    (m) => {
      m.talk(1);
      m.say('cliente', oneOf(m.random, REFRAINS), 100);
      m.talk(2);
      return m.end();
    },
  ],
  [
    'quem fala depressa',
    (m) => {
      for (let n = 0; n < 4; n += 1)
        m.say('agente', `${oneOf(m.random, AGENT)} ${oneOf(m.random, AGENT)} ${oneOf(m.random, AGENT)}`, 290);
      m.talk(2);
      return m.end();
    },
  ],
  [
    'voz baixa, de que metade não foi medida',
    (m) => {
      m.talk(5);
      return m.end();
    },
    0.5,
  ],
  [
    'ouvinte que diz aham por baixo',
    (m) => {
      for (let n = 0; n < 4; n += 1) {
        const said = m.say('cliente', `${oneOf(m.random, CLIENT)} ${oneOf(m.random, CLIENT)}`);
        const at = between(m.random, said.startMs, said.endMs - 800);
        m.write('agente', oneOf(m.random, ['Aham.', 'Sim, sim.', 'Tá.', 'Entendi.']), {
          startMs: at,
          endMs: at + 400,
        });
      }
      m.talk(2);
      return m.end();
    },
  ],
  [
    'nomes e frases estrangeiras dentro do português',
    (m) => {
      m.say('agente', 'O plano Family Premium Plus tem streaming, home office e o Cloud Backup Unlimited.');
      m.say('cliente', 'Ok, thank you, e o check-in é online ou no app do Smart Home?');
      m.talk(3);
      return m.end();
    },
  ],
  [
    'gravação de espera, que se repete de verdade',
    (m) => {
      m.talk(1);
      for (let n = 0; n < 6; n += 1) {
        m.say('agente', 'Sua ligação é muito importante para nós, aguarde na linha.', 150);
        m.pause(between(m.random, 14_000, 22_000));
      }
      m.talk(1);
      return m.end();
    },
  ],
];

const PHRASES = [
  'Obrigado.',
  'E aí',
  'Você sabe o que é',
  'Eu vou te falar uma coisa',
  'Tchau, tchau',
  'Vamos lá, pessoal',
];
const INVENTED = [
  'Então eu vou falar um pouco sobre o que aconteceu nesse dia.',
  'Vamos ver o que a gente consegue fazer por aqui.',
  'E assim a gente termina mais uma conversa de hoje.',
];
const CREDITS = [
  'Legendas pela comunidade Amara.org',
  'Legenda Adriana Zanotto',
  'Obrigado por assistir!',
  'Inscreva-se no canal.',
];
const FOREIGN = [
  '시청해주셔서 감사합니다.',
  'Продолжение следует в следующей серии.',
  'Thank you very much for watching this video and I will see you in the next one.',
  'Muchas gracias por ver el video y hasta la próxima, nos vemos en el siguiente.',
  'ご視聴ありがとうございました',
];
/** Lets one side speak for a long time. @returns the stretch of this speech */
const monologue = (m: Maker, lado: Side): Interval => {
  const startMs = m.at;
  for (let n = 0; n < 5; n += 1) m.say(lado, oneOf(m.random, lado === 'agente' ? AGENT : CLIENT), 170, false);
  return { startMs, endMs: m.at };
};
const repeat = (m: Maker, lado: Side, texts: readonly string[], over: Interval, eachMs: number): void => {
  let turn = 0;
  for (let at = over.startMs; at + eachMs <= over.endMs + 1; at += eachMs) {
    m.lie(lado, texts[turn % texts.length] as string, {
      startMs: Math.round(at / 20) * 20,
      endMs: Math.round((at + eachMs) / 20) * 20,
    });
    turn += 1;
  }
};

const LIES: readonly (readonly [nome: string, make: Make])[] = [
  [
    'laço por todo o canal',
    (m) => {
      for (let n = 0; n < 4; n += 1) {
        m.say('cliente', oneOf(m.random, CLIENT), 160, true);
        m.say('agente', oneOf(m.random, AGENT), 160, false);
      }
      repeat(
        m,
        'agente',
        [oneOf(m.random, PHRASES)],
        { startMs: 0, endMs: m.at },
        oneOf(m.random, [660, 1000, 2000]),
      );
      return m.end();
    },
  ],
  [
    'laço sobre um silêncio',
    (m) => {
      m.talk(3);
      const startMs = m.at + 2500;
      m.pause(25_000);
      repeat(
        m,
        'cliente',
        [oneOf(m.random, PHRASES)],
        { startMs, endMs: m.at - 3000 },
        oneOf(m.random, [1000, 2000]),
      );
      m.talk(2);
      return m.end();
    },
  ],
  [
    'laço sobre fala de verdade',
    (m) => {
      m.talk(2);
      const over = monologue(m, 'cliente');
      repeat(m, 'cliente', [oneOf(m.random, PHRASES)], over, oneOf(m.random, [800, 1000]));
      m.talk(2);
      return m.end();
    },
  ],
  [
    'laço dentro de uma frase',
    (m) => {
      m.talk(2);
      const over = monologue(m, 'agente');
      const phrase = oneOf(m.random, PHRASES)
        .toLowerCase()
        .replace(/[.,!?]/g, '');
      // A model in a loop writes about six tokens, or four words, for each second of sound.
      const words = Math.round(((over.endMs - over.startMs) / 1000) * 4);
      const times = Math.max(3, Math.round(words / phrase.split(' ').length));
      m.lie('agente', Array(times).fill(phrase).join(' '), over);
      m.talk(1);
      return m.end();
    },
  ],
  [
    'laço de duas frases em volta',
    (m) => {
      m.talk(2);
      const over = monologue(m, 'cliente');
      repeat(m, 'cliente', ['Vamos ver o próximo.', 'E agora a gente continua aqui.'], over, 1500);
      m.talk(2);
      return m.end();
    },
  ],
  [
    'frase inventada num silêncio',
    (m) => {
      m.talk(2);
      m.pause(6000);
      const startMs = Math.round(m.at / 20) * 20 - 3000;
      m.lie(
        oneOf(m.random, ['agente', 'cliente']),
        oneOf(m.random, [...INVENTED, 'Obrigado.', 'Tchau.', 'E aí?']),
        {
          startMs,
          endMs: startMs + 1200,
        },
      );
      m.pause(4000);
      m.talk(3);
      return m.end();
    },
  ],
  [
    'legenda de vídeo sobre ruído que parece fala',
    (m) => {
      m.talk(2);
      const startMs = m.at;
      m.call.fala.cliente.push(...bursts(m.random, { startMs, endMs: startMs + 6000 }, 0.2));
      m.pause(6500);
      m.lie('cliente', oneOf(m.random, CREDITS), { startMs, endMs: startMs + 3000 });
      m.talk(3);
      return m.end();
    },
  ],
  [
    'outra língua sobre fala',
    (m) => {
      m.talk(2);
      const over = m.say('cliente', oneOf(m.random, CLIENT), 160, false);
      m.lie('cliente', oneOf(m.random, FOREIGN), over);
      m.talk(3);
      return m.end();
    },
  ],
  [
    'uma frase depressa demais',
    (m) => {
      m.talk(2);
      const over = m.say('agente', 'Só um momento, por favor.', 150, false);
      m.lie('agente', Array.from({ length: 5 }, () => oneOf(m.random, AGENT)).join(' '), over);
      m.talk(3);
      return m.end();
    },
  ],
  [
    'muitas frases em pouca fala',
    (m) => {
      m.talk(2);
      const over = m.say('cliente', 'Tá bom, pode mandar.', 150, false);
      const texts = [...CLIENT].sort(() => m.random() - 0.5);
      const each = (over.endMs - over.startMs) / texts.length;
      for (const [index, texto] of texts.entries())
        m.lie('cliente', texto, {
          startMs: Math.round(over.startMs + index * each),
          endMs: Math.round(over.startMs + (index + 1) * each),
        });
      m.talk(2);
      return m.end();
    },
  ],
  [
    'tempos além do fim',
    (m) => {
      m.talk(4);
      const over = m.at + 40_000;
      for (let n = 0; n < 3; n += 1)
        m.lie('agente', oneOf(m.random, INVENTED), {
          startMs: over + n * 3000,
          endMs: over + n * 3000 + 2500,
        });
      return m.end();
    },
  ],
  [
    'todas as frases no mesmo momento',
    (m) => {
      m.talk(3);
      for (let n = 0; n < 6; n += 1) {
        const texto = oneOf(m.random, CLIENT);
        m.say('cliente', texto, 160, false);
        m.lie('cliente', `${texto} ${n}`, { startMs: 0, endMs: 0 });
      }
      return m.end();
    },
  ],
];

const make = (
  [nome, of, missed]: readonly [string, Make, number?],
  index: number,
  seed: number,
): SpokenCall => of(new Maker(`${nome} (${index})`, seededRandom(seed + index * 7919), missed));

/** Makes sixty honest calls; the same seed gives the same calls. */
export const honestCalls = (seed = 31): SpokenCall[] =>
  Array.from({ length: 60 }, (_, index) => make(HONEST[index % HONEST.length]!, index, seed));

/** Makes sixty calls, each with a planted loop or lie; the same seed gives the same calls. */
export const plantedCalls = (seed = 131): SpokenCall[] =>
  Array.from({ length: 60 }, (_, index) => make(LIES[index % LIES.length]!, index, seed));

/** Measures a text's size, bytes, after compression by zlib. */
export const zlibSize = (texto: string): number => deflateSync(texto).length;

/** Applies the rules for doubtful transcripts to both sides of a call. @returns their verdict on each sentence */
export function doubtsOf(call: SpokenCall) {
  return (['agente', 'cliente'] as const).flatMap((lado) => {
    const outro = lado === 'agente' ? 'cliente' : 'agente';
    const timeless = impossibleTimes(call.escrito[lado], call.durationMs);
    const sentences: Falado[] = call.escrito[lado].map(({ texto, startMs, endMs }, index) => ({
      texto,
      startMs,
      endMs,
      temposImpossiveis: timeless[index] ?? false,
    }));
    const found = findDoubts(sentences, { fala: call.fala[lado], outros: call.fala[outro] }, zlibSize);
    return call.escrito[lado].map((sentence, index) => ({ lado, sentence, motivo: found[index] ?? null }));
  });
}
