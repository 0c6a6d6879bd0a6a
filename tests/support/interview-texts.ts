// Synthetic interviews as text: questions and answers are known exactly, faults are planted, and words are misheard
// with a given probability. A seed makes them reproducible.

import { seededRandom } from '@escuta/shared/domain/seeded-random';

export type Question = { texto: string; opcoes: string[]; respostas: string[] };

/** Twelve questions, among them two pairs that share a scale, as in field questionnaires. */
export const QUESTIONS: readonly Question[] = [
  {
    texto: 'Em que bairro o(a) senhor(a) mora?',
    opcoes: [],
    respostas: ['moro na vila mariana', 'no centro mesmo', 'lá no jardim são paulo perto do campo'],
  },
  {
    texto: 'Quantos anos o(a) senhor(a) tem?',
    opcoes: [],
    respostas: ['tenho quarenta e dois', 'sessenta e sete anos completos', 'vinte e nove'],
  },
  {
    texto: 'Contando com o(a) senhor(a), quantas pessoas moram na sua casa?',
    opcoes: [],
    respostas: ['somos quatro', 'duas só eu e minha filha', 'seis com os netos'],
  },
  {
    texto:
      'De zero a dez, que nota o(a) senhor(a) dá para o atendimento dos funcionários do posto de saúde do seu bairro?',
    opcoes: [],
    respostas: ['um sete eu acho', 'nove porque me trataram bem', 'dou cinco'],
  },
  {
    texto:
      'De zero a dez, que nota o(a) senhor(a) dá para o tempo de espera até ser chamado pelo médico na última consulta?',
    opcoes: [],
    respostas: ['três demorou demais', 'oito', 'uns quatro porque esperei a manhã toda'],
  },
  {
    texto:
      'Nos últimos doze meses, o(a) senhor(a) precisou comprar remédio que faltou na farmácia da unidade?',
    opcoes: ['Sim', 'Não'],
    respostas: ['sim precisei duas vezes', 'não nunca faltou', 'precisei sim o da pressão'],
  },
  {
    texto: 'Qual destes meios o(a) senhor(a) usa com mais frequência para ir ao trabalho?',
    opcoes: ['Ônibus', 'Metrô', 'Carro', 'Moto', 'A pé'],
    respostas: ['vou de ônibus todo dia', 'metrô e depois caminho um pouco', 'carro do meu cunhado'],
  },
  {
    texto:
      'O(A) senhor(a) está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a coleta de lixo da sua rua?',
    opcoes: ['Muito satisfeito', 'Satisfeito', 'Insatisfeito', 'Muito insatisfeito'],
    respostas: ['satisfeito passa três vezes', 'muito insatisfeita nem me fale', 'insatisfeito'],
  },
  {
    texto:
      'O(A) senhor(a) está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a iluminação das praças?',
    opcoes: ['Muito satisfeito', 'Satisfeito', 'Insatisfeito', 'Muito insatisfeito'],
    respostas: ['insatisfeito é tudo escuro', 'satisfeito', 'mais ou menos acho que satisfeito'],
  },
  {
    texto:
      'Na sua opinião, qual é o principal problema que a prefeitura deveria resolver primeiro na cidade?',
    opcoes: [],
    respostas: [
      'a segurança sem dúvida nenhuma',
      'os buracos das avenidas e também as enchentes',
      'faltam creches para as mães trabalharem',
    ],
  },
  {
    texto: 'Somando tudo, qual é aproximadamente a renda mensal da sua família, em reais?',
    opcoes: [],
    respostas: ['dois mil e quinhentos', 'um salário mínimo', 'uns quatro mil somando todo mundo'],
  },
  {
    texto: 'Até que série o(a) senhor(a) estudou na escola?',
    opcoes: [],
    respostas: ['fiz até a oitava', 'terminei o ensino médio', 'faculdade completa de pedagogia'],
  },
];

const FILLERS = ['é', 'então', 'olha', 'bom', 'deixa eu ver', 'ah'];
const BRIDGES = ['certo', 'ok vamos lá', 'tá bom', 'obrigado', 'próxima'];
const PROBES = ['pode repetir por favor', 'qualquer coisa a mais', 'como assim', 'mais alguma coisa'];
const SYNONYMS: Record<string, string> = {
  senhor: 'você',
  bairro: 'bairro',
  quantas: 'quantas',
  principal: 'maior',
  nota: 'nota',
  primeiro: 'antes',
  aproximadamente: 'mais ou menos',
  frequência: 'frequência',
};

export type Asked = 'exata' | 'menor' | 'nao_feita';
export type Interview = {
  /** The transcript's sentences. */
  sentencas: string[];
  /** The way in which each question was asked. */
  asked: Asked[];
  /** Per question, the indices of its answer's sentences; empty if not asked. */
  answers: number[][];
};

const LETTERS = 'aeiourstnlmdcp';

/** Mishears a word, drops it or adds one, each with probability `rate` ÷ 3; `rate` is about a word error rate. */
export function corrupt(text: string, rate: number, random: () => number): string {
  return text
    .split(' ')
    .flatMap((word) => {
      const draw = random();
      if (draw < rate / 3) return [];
      if (draw < (2 * rate) / 3) {
        const at = Math.floor(random() * word.length);
        const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a';
        return [word.length < 4 ? letter + word : word.slice(0, at) + letter + word.slice(at + 2)];
      }
      if (draw < rate) return [word, FILLERS[Math.floor(random() * FILLERS.length)] ?? 'é'];
      return [word];
    })
    .join(' ');
}

/** Makes an interview. `skipped`: probability of a skipped question; `rate`: word error rate. */
export function makeInterview(seed: number, { skipped = 0.06, rate = 0 } = {}): Interview {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sentencas: string[] = [];
  const asked: Asked[] = [];
  const answers: number[][] = [];
  const say = (text: string): void => {
    const heard = corrupt(text, rate, random);
    if (heard.trim()) sentencas.push(heard);
  };
  say('bom dia meu nome é ana sou do instituto e vou fazer uma pesquisa rápida sobre a cidade');
  say('pode ser');
  for (const question of QUESTIONS) {
    if (random() < skipped) {
      asked.push('nao_feita');
      answers.push([]);
      continue;
    }
    const minor = random() < 0.25;
    asked.push(minor ? 'menor' : 'exata');
    const spoken = question.texto.replace(/\([^)]*\)/g, '').replace(/[?,.]/g, '');
    const words = spoken.toLowerCase().split(' ');
    const reading = minor
      ? [pick(FILLERS), ...words.map((word) => SYNONYMS[word] ?? word).filter(() => random() > 0.05)]
      : words;
    if (random() < 0.5) say(pick(BRIDGES));
    say(reading.join(' '));
    const from = sentencas.length;
    say((random() < 0.3 ? `${pick(FILLERS)} ` : '') + pick(question.respostas));
    if (random() < 0.15) {
      say(pick(PROBES));
      say(pick(['é isso mesmo', 'não só isso', 'acho que sim']));
    }
    answers.push(Array.from({ length: sentencas.length - from }, (_, i) => from + i));
  }
  say('era só isso muito obrigado pela sua atenção');
  return { sentencas, asked, answers };
}
