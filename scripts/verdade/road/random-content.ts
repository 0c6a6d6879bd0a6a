/**
 * Questionnaires with questions, options, order, batteries, filters and openings drawn by a seed, so that the reading
 * rules are not fitted to known texts. They are printed and read, never used in an interview.
 */
import type {
  OpcaoCongelada,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type { Documento } from './documents.ts';

const ASSUNTOS = [
  'a iluminação pública',
  'o transporte coletivo',
  'a coleta seletiva',
  'o atendimento do cartório',
  'a merenda das escolas',
  'a sinalização das ruas',
  'o trabalho da guarda municipal',
  'a internet da sua casa',
  'o sinal do celular',
  'a vacinação no posto',
  'o abastecimento de água',
  'as calçadas do centro',
  'a feira de sábado',
  'o aplicativo do banco',
  'as creches da prefeitura',
  'os ônibus da linha 12',
  'a limpeza dos bueiros',
  'o programa Minha Casa',
  'a biblioteca do bairro',
  'o ensino médio noturno',
] as const;

/** Realistic lists of options: some begin with numbers, contain commas, slashes or brackets, or are long. */
const LISTAS: readonly (readonly string[])[] = [
  ['Sim', 'Não'],
  ['Masculino', 'Feminino', 'Outro'],
  ['Ótimo', 'Bom', 'Regular', 'Ruim', 'Péssimo'],
  ['Muito satisfeito', 'Satisfeito', 'Nem satisfeito nem insatisfeito', 'Insatisfeito', 'Muito insatisfeito'],
  ['Aprova', 'Desaprova'],
  ['Melhorou', 'Ficou igual', 'Piorou'],
  ['16 a 24 anos', '25 a 34 anos', '35 a 44 anos', '45 a 59 anos', '60 anos ou mais'],
  [
    'Até 1 salário mínimo',
    'De 1 a 2 salários mínimos',
    'De 2 a 5 salários mínimos',
    'Mais de 5 salários mínimos',
  ],
  ['Até R$ 1.518,00', 'De R$ 1.518,01 a R$ 3.036,00', 'Mais de R$ 3.036,00'],
  ['Todos os dias', '1 a 3 vezes por semana', 'Menos de 1 vez por semana', 'Nunca'],
  ['Fundamental incompleto', 'Fundamental completo', 'Médio incompleto', 'Médio completo', 'Superior'],
  ['Branca', 'Preta', 'Parda', 'Amarela', 'Indígena'],
  ['Solteiro(a)', 'Casado(a)', 'Separado(a)/divorciado(a)', 'Viúvo(a)'],
  ['Ana Lúcia Prado', 'Benedito Souto', 'Carlos Meira', 'Dra. Denise', 'Branco/nulo/nenhum'],
  ['Jornal impresso', 'Rádio', 'Televisão', 'Internet (sites e redes sociais)', 'Outros (especificar)'],
  ['Ônibus, trem ou metrô', 'Carro próprio', 'Moto', 'Bicicleta', 'A pé'],
  ['Concorda totalmente', 'Concorda em parte', 'Discorda em parte', 'Discorda totalmente'],
  ['Nenhum', 'Um', 'Dois', 'Três ou mais'],
  ['SUS', 'Plano de saúde pela empresa', 'Plano de saúde particular', 'Não usa'],
  ['Própria, já paga', 'Própria, ainda pagando', 'Alugada', 'Cedida'],
  ['Menos de 6 meses', 'De 6 meses a 1 ano', 'De 1 a 3 anos', 'Mais de 3 anos'],
  ['Muito importante', 'Pouco importante', 'Nada importante'],
];
const ESPECIAIS: readonly (readonly [string, OpcaoCongelada['especial']][])[] = [
  [],
  [['Não sabe', 'nao_sabe']],
  [
    ['Não sabe', 'nao_sabe'],
    ['Não respondeu', 'recusa'],
  ],
  [['NS/NR', 'nao_sabe']],
  [['Não sabe/não respondeu', 'nao_sabe']],
  [['Não sabe/não opinou', 'nao_sabe']],
  [
    ['Não sabe', 'nao_sabe'],
    ['Recusa', 'recusa'],
  ],
];

const TRATOS = ['o(a) senhor(a)', 'você', 'o senhor', 'a senhora', 'o(a) sr(a).'] as const;
const ESCOLHAS = [
  (_quem: string, assunto: string) => `Na sua opinião, como está ${assunto} hoje?`,
  (quem: string, assunto: string) => `Pensando no último ano, como ${quem} avalia ${assunto}?`,
  (quem: string, assunto: string) => `Com que frequência ${quem} ouve falar sobre ${assunto}?`,
  (quem: string, assunto: string) =>
    `Em geral, o que ${quem} diria sobre ${assunto}, considerando tudo o que já viu ou ouviu falar a respeito?`,
  (quem: string, assunto: string) =>
    `E sobre ${assunto}: qual destas frases é mais parecida com o que ${quem} pensa?`,
  (quem: string, assunto: string) =>
    `Se a eleição fosse hoje, ${assunto} pesaria no voto de ${quem.replace('o(a)', '')}?`,
] as const;
const MULTIPLAS = [
  (quem: string, assunto: string) => `Quais destes meios ${quem} usa para se informar sobre ${assunto}?`,
  (quem: string, assunto: string) => `Quais destes pontos ${quem} mudaria para melhorar ${assunto}?`,
  (quem: string, assunto: string) => `O que ${quem} já fez por causa de problemas com ${assunto}?`,
] as const;
const NUMEROS = [
  (quem: string) => [`Quantos anos ${quem} tem?`, 'anos'],
  () => ['Qual é a sua idade?', 'anos'],
  (quem: string) => [`Contando com ${quem}, quantas pessoas moram na casa?`, 'pessoas'],
  (quem: string) => [`Há quantos dias ${quem} não sai da cidade?`, 'dias'],
  (quem: string) => [`Nos últimos 30 dias, quantas vezes ${quem} usou o serviço?`, 'vezes'],
  (quem: string) => [`Em que dia do mês ${quem} recebe o salário?`, ''],
  () => ['Qual foi o valor da última conta de luz da sua casa, em reais?', 'reais'],
  (quem: string) => [`Quantos minutos ${quem} leva para chegar ao trabalho?`, 'minutos'],
] as const;
const TEXTOS = [
  (quem: string, assunto: string) => `Por que ${quem} pensa assim sobre ${assunto}?`,
  (_quem: string, assunto: string) => `Na sua opinião, o que mais precisa melhorar em relação a ${assunto}?`,
  () => 'Qual é a sua profissão?',
  (quem: string) => `Em que bairro ${quem} mora?`,
] as const;
const DATAS = [
  () => 'Qual é a sua data de nascimento?',
  (quem: string) => `Em que data ${quem} foi atendido pela última vez?`,
] as const;

const TRONCOS = [
  'Vou ler alguns serviços e gostaria que me dissesse, para cada um, a sua opinião.',
  'Para cada frase que eu ler, diga o que pensa dela, por favor.',
  'Qual é a sua avaliação de cada um destes pontos?',
] as const;
const ITENS = [
  'Limpeza das ruas',
  'Segurança à noite',
  'Rapidez no atendimento',
  'Preço das passagens',
  'A prefeitura ouve os moradores',
  'Os impostos são bem usados',
  'Conservação dos prédios',
  'Educação dos funcionários',
  'Horário de funcionamento',
] as const;
const ABERTURAS = [
  'Bom dia, meu nome é Rita e trabalho para um instituto de pesquisa. Estamos fazendo um estudo sobre a cidade. Podemos conversar por uns minutos?',
  'Boa tarde! Sou entrevistador e estou realizando uma pesquisa de opinião. Suas respostas são confidenciais. O senhor aceita participar?',
  'Olá. Esta entrevista será gravada para controle de qualidade e ninguém será identificado. Aceita participar?',
] as const;
const TITULOS = [
  'Pesquisa de opinião 2026',
  'Estudo sobre a cidade',
  'QUESTIONÁRIO DE SATISFAÇÃO',
  'Pesquisa domiciliar',
] as const;

/** Composes a questionnaire of eight to sixteen questions at random, always the same for a seed. */
export function drawDocument(semente: number): Documento<PerguntaCongelada> {
  const random = seededRandom(semente);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const shuffle = <T>(from: readonly T[]): T[] =>
    from
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  const quem = pick(TRATOS);
  const assuntos = shuffle(ASSUNTOS);
  const perguntas: PerguntaCongelada[] = [];
  const used = new Set<string>();

  const optionsOf = (
    id: string,
    base: readonly string[],
    especiais: readonly [string, OpcaoCongelada['especial']][],
  ): OpcaoCongelada[] =>
    [
      ...base.map((texto): [string, OpcaoCongelada['especial']] => [
        texto,
        /^Outr/u.test(texto) ? 'outro' : null,
      ]),
      ...especiais,
    ].map(([texto, especial], at) => ({
      id: `${id}o${at + 1}`,
      texto,
      valor: at + 1,
      sinonimos: [],
      especial,
    }));
  const add = (
    more: Partial<PerguntaCongelada> & Pick<PerguntaCongelada, 'texto' | 'tipo'>,
    list?: readonly string[],
    especiais?: (typeof ESPECIAIS)[number],
  ): PerguntaCongelada => {
    const id = `r${perguntas.length + 1}`;
    const one: PerguntaCongelada = {
      id,
      codigo: `P${perguntas.length + 1}`,
      obrigatoria: true,
      lerOpcoes: random() < 0.5,
      instrucao: null,
      mostrarSe: null,
      minimo: null,
      maximo: null,
      unidade: null,
      ...more,
      opcoes: list ? optionsOf(id, list, especiais ?? pick(ESPECIAIS)) : [],
    };
    used.add(one.texto);
    perguntas.push(one);
    return one;
  };
  const fresh = (draw: () => string): string => {
    for (let tries = 0; tries < 20; tries += 1) {
      const text = draw();
      if (!used.has(text)) return text;
    }
    return `${draw()} E por quê?`;
  };
  const subject = (): string => assuntos[perguntas.length % assuntos.length] ?? '';
  const kinds = ['escolha', 'escolha', 'escolha', 'multipla', 'numero', 'escala', 'texto', 'data'] as const;
  const anyQuestion = (more: Partial<PerguntaCongelada> = {}): void => {
    const kind = pick(kinds);
    if (kind === 'escolha')
      add({ texto: fresh(() => pick(ESCOLHAS)(quem, subject())), tipo: 'escolha', ...more }, pick(LISTAS));
    else if (kind === 'multipla')
      add(
        { texto: fresh(() => pick(MULTIPLAS)(quem, subject())), tipo: 'multipla', ...more },
        pick(LISTAS.filter((one) => one.length > 3)),
      );
    else if (kind === 'numero') {
      const text = fresh(() => pick(NUMEROS)(quem)[0] ?? '');
      const unidade = NUMEROS.map((one) => one(quem)).find(([one]) => one === text)?.[1] || null;
      add({ texto: text, tipo: 'numero', unidade, ...more });
    } else if (kind === 'escala') {
      const [minimo, maximo] = pick([
        [0, 10],
        [1, 5],
        [0, 10],
        [1, 7],
      ] as const);
      const words = minimo === 0 && random() < 0.5 ? 'De zero a dez' : `Numa escala de ${minimo} a ${maximo}`;
      add({
        texto: fresh(() => `${words}, que nota ${quem} dá para ${subject()}?`),
        tipo: 'escala',
        minimo,
        maximo,
        ...more,
      });
    } else if (kind === 'texto')
      add({ texto: fresh(() => pick(TEXTOS)(quem, subject())), tipo: 'texto', ...more });
    else add({ texto: fresh(() => pick(DATAS)(quem)), tipo: 'data', ...more });
  };
  const filtered = (): void => {
    const asked = add(
      {
        texto: fresh(() => `Nos últimos doze meses, ${quem} usou ou precisou usar ${subject()}?`),
        tipo: 'escolha',
      },
      pick([
        ['Sim', 'Não'],
        ['Sim, usou', 'Precisou e não usou', 'Não precisou'],
        ['Uma vez', 'Mais de uma vez', 'Nenhuma'],
      ]),
    );
    const own = asked.opcoes.filter(({ especial }) => especial === null);
    const chosen = own.slice(0, own.length > 2 && random() < 0.5 ? 2 : 1).map(({ id }) => id);
    const count = random() < 0.4 ? 2 : 1;
    for (let n = 0; n < count; n += 1) anyQuestion({ mostrarSe: { perguntaId: asked.id, opcoes: chosen } });
    anyQuestion();
  };
  const itens = new Map<string, string>();
  const tronco = pick(TRONCOS);
  const battery = (): void => {
    const list = pick(
      LISTAS.filter(
        (one) => one.length >= 3 && one.every((texto) => texto.length < 36 && !/\d|^Outr/u.test(texto)),
      ),
    );
    const especiais = pick(ESPECIAIS);
    for (const words of shuffle(ITENS).slice(0, 2 + Math.floor(random() * 4))) {
      const one = add(
        { texto: `${tronco.replace(/[.?]$/u, '')}: ${words}?`, tipo: 'escolha', lerOpcoes: true },
        list,
        especiais,
      );
      itens.set(one.id, words);
    }
  };
  const parts = shuffle([
    anyQuestion,
    anyQuestion,
    anyQuestion,
    anyQuestion,
    filtered,
    battery,
    ...(random() < 0.5 ? [filtered] : []),
  ]);
  for (const part of parts) part();
  return {
    nome: `sorteio ${semente}`,
    titulo: pick(TITULOS),
    apresentacao: pick(ABERTURAS),
    perguntas,
    bateria: { tronco, itens },
  };
}
