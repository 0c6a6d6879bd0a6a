/**
 * The interviews of the demonstration's survey: questionnaire, speech, typed answers, and expected findings. All people
 * named here are invented.
 */
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type {
  Conducao,
  Leitura,
  RespostaFalada,
  Veredito,
} from '@escuta/shared/domain/interview/verdicts/verdict';
import type { Voz } from './sample-dialogues.ts';

type OpcaoDaAmostra = Pick<PerguntaCongelada['opcoes'][number], 'texto' | 'valor'>;
export type PerguntaDaAmostra = Pick<
  PerguntaCongelada,
  'codigo' | 'texto' | 'tipo' | 'obrigatoria' | 'lerOpcoes'
> &
  Partial<Pick<PerguntaCongelada, 'instrucao' | 'minimo' | 'maximo' | 'unidade'>> & {
    opcoes?: readonly OpcaoDaAmostra[];
    /** Condition: asked only if one of these options was chosen in the earlier question `codigo`. */
    mostrarSe?: { codigo: string; opcoes: readonly string[] };
    /** Stem of the battery of which the question is an item: the question's text begins with the stem. */
    bateria?: string;
  };

const USA_ONIBUS = {
  codigo: 'P1',
  opcoes: ['Todos os dias', 'Algumas vezes por semana', 'Raramente'],
} as const;
/** The stem of a battery, which the interviewers read with each item. */
const NOTA = 'De zero a dez, que nota você dá para';
const opcoes = (...textos: string[]): OpcaoDaAmostra[] => textos.map((texto, i) => ({ texto, valor: i + 1 }));

export const PESQUISA = {
  titulo: 'Transporte público do Recife',
  descricao: 'Uso, avaliação e gasto com ônibus. Entrevistas por telefone.',
  questionario: 'Questionário de campo',
  perguntas: [
    {
      codigo: 'P1',
      texto: 'Com que frequência você usa ônibus?',
      tipo: 'escolha',
      obrigatoria: true,
      lerOpcoes: true,
      opcoes: opcoes('Todos os dias', 'Algumas vezes por semana', 'Raramente', 'Nunca'),
    },
    {
      codigo: 'P2',
      texto: `${NOTA} a pontualidade dos ônibus?`,
      bateria: NOTA,
      tipo: 'escala',
      obrigatoria: true,
      lerOpcoes: false,
      minimo: 0,
      maximo: 10,
      mostrarSe: USA_ONIBUS,
    },
    {
      codigo: 'P3',
      texto: `${NOTA} a limpeza dos ônibus?`,
      bateria: NOTA,
      tipo: 'escala',
      obrigatoria: true,
      lerOpcoes: false,
      minimo: 0,
      maximo: 10,
      mostrarSe: USA_ONIBUS,
    },
    {
      codigo: 'P4',
      texto: 'Na sua opinião, como é o preço da passagem?',
      tipo: 'escolha',
      obrigatoria: true,
      lerOpcoes: true,
      opcoes: opcoes('Barato', 'Justo', 'Caro'),
    },
    {
      codigo: 'P5',
      texto: 'Quantos reais você gasta por mês com transporte?',
      tipo: 'numero',
      obrigatoria: true,
      lerOpcoes: false,
      instrucao: 'Se não souber ao certo, peça um valor aproximado.',
      minimo: 0,
      maximo: 20_000,
      unidade: 'reais',
    },
    {
      codigo: 'P6',
      texto: 'Que problemas você já enfrentou dentro do ônibus ou na parada?',
      tipo: 'multipla',
      obrigatoria: true,
      lerOpcoes: false,
      instrucao: 'ESPONTÂNEA. Não leia as opções.',
      opcoes: opcoes('Atraso', 'Superlotação', 'Assalto', 'Veículo quebrado', 'Nenhum problema'),
      mostrarSe: USA_ONIBUS,
    },
    {
      codigo: 'P7',
      texto: 'Quantos anos você tem?',
      tipo: 'numero',
      obrigatoria: true,
      lerOpcoes: false,
      minimo: 16,
      maximo: 110,
      unidade: 'anos',
    },
    {
      codigo: 'P8',
      texto: 'O que mais precisa melhorar no transporte da cidade?',
      tipo: 'texto',
      obrigatoria: false,
      lerOpcoes: false,
    },
  ] satisfies PerguntaDaAmostra[],
} as const;

export type Passo = {
  codigo: string;
  /** Words that the interviewer reads aloud; null if the question was never asked. */
  leitura: readonly string[] | null;
  /** Manner of the reading; default 'exata'. */
  comoFoiLida?: Exclude<Leitura, 'nao_feita' | 'inaudivel'>;
  /** The interviewer's addition before the answer, and its kind. */
  conducao?: {
    codigo: Exclude<Conducao, 'neutra'>;
    tipo: 'pergunta_com_resposta' | 'opiniao_propria' | 'nenhum';
    falas: readonly string[];
  };
  /** The respondent's words. */
  resposta?: readonly string[];
  comoRespondeu?: RespostaFalada;
  /** Meaning of the answer: texts of options, a number in digits, or some words. */
  valor?: readonly string[];
  mudou?: boolean;
  /** A noise makes the answer unintelligible. */
  ruido?: boolean;
  /** Typed answer: texts of options, or the text; empty for a skipped question. */
  digitada: readonly string[];
  /** The audit's expected verdict. */
  esperado: Veredito;
};

export type EntrevistaDaAmostra = {
  slug: string;
  nome: string;
  telefone: string;
  entrevistador: Entrevistador;
  /** Day and time of the start. */
  em: string;
  voz: Voz;
  passos: readonly Passo[];
};

export const ENTREVISTADORES = {
  'Paulo Nunes': { voz: 'pt-br+m3', ritmo: 184, tom: 38 },
  'Marta Silveira': { voz: 'pt-br+f2', ritmo: 182, tom: 58 },
  'Caio Brandão': { voz: 'pt-br+m1', ritmo: 190, tom: 30 },
} as const satisfies Record<string, Voz>;
export type Entrevistador = keyof typeof ENTREVISTADORES;

/** Said before the first question (ABERTURA: interviewer, ACEITE: respondent) and after the last one (DESPEDIDA). */
export const ABERTURA = (nome: Entrevistador): readonly string[] => [
  `Bom dia, meu nome é ${nome}, da Horizonte Pesquisas.`,
  'Estamos fazendo uma pesquisa sobre transporte e vou fazer algumas perguntas.',
];
export const ACEITE = ['Tudo bem, pode falar.'] as const;
export const DESPEDIDA = ['Era isso, muito obrigado pela entrevista.'] as const;

const LER_P1 = [
  'Com que frequência você usa ônibus?',
  'Todos os dias, algumas vezes por semana, raramente ou nunca?',
];
const LER_P2 = ['De zero a dez, que nota você dá para a pontualidade dos ônibus?'];
const LER_P3 = ['De zero a dez, que nota você dá para a limpeza dos ônibus?'];
const LER_P4 = ['Na sua opinião, como é o preço da passagem?', 'Barato, justo ou caro?'];
const LER_P5 = ['Quantos reais você gasta por mês com transporte?'];
const LER_P6 = ['Que problemas você já enfrentou dentro do ônibus ou na parada?'];
const LER_P7 = ['Quantos anos você tem?'];
const LER_P8 = ['O que mais precisa melhorar no transporte da cidade?'];

/** Makes the step of a question that is read exactly, answered plainly and typed as spoken. */
function plain(
  codigo: string,
  leitura: readonly string[],
  resposta: string,
  valor: string[],
  more: Partial<Passo> = {},
): Passo {
  return { codigo, leitura, resposta: [resposta], valor, digitada: valor, esperado: 'confere', ...more };
}

const p1 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P1', LER_P1, resposta, [valor], more);
const p2 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P2', LER_P2, resposta, [valor], more);
const p3 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P3', LER_P3, resposta, [valor], more);
const p4 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P4', LER_P4, resposta, [valor], more);
const p5 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P5', LER_P5, resposta, [valor], more);
const p6 = (resposta: string, valor: string[], more?: Partial<Passo>) =>
  plain('P6', LER_P6, resposta, valor, more);
const p7 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P7', LER_P7, resposta, [valor], more);
const p8 = (resposta: string, valor: string, more?: Partial<Passo>) =>
  plain('P8', LER_P8, resposta, [valor], more);

/** Makes the step of a question that was not asked, although an answer was typed. */
const skipped = (codigo: string, digitada: string): Passo => ({
  codigo,
  leitura: null,
  digitada: [digitada],
  esperado: 'nao_perguntada',
});
/** Makes the step of a question that was skipped because of an earlier answer. */
const passed = (codigo: string): Passo => ({
  codigo,
  leitura: null,
  digitada: [],
  esperado: 'nao_se_aplica',
});

export const ENTREVISTAS: readonly EntrevistaDaAmostra[] = [
  {
    slug: 'entrevista-01',
    nome: 'Rosângela Freire',
    telefone: '81955550101',
    entrevistador: 'Paulo Nunes',
    em: '2026-03-02T13:05:00Z',
    voz: { voz: 'pt-br+f4', ritmo: 172, tom: 66 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Olha, eu dou seis.', '6'),
      p3('Sete.', '7'),
      p4('Caro.', 'Caro'),
      p5('Gasto duzentos reais.', '200'),
      p6('Atraso e superlotação.', ['Atraso', 'Superlotação']),
      p7('Quarenta e dois anos.', '42'),
      p8('Precisa de mais ônibus à noite.', 'mais ônibus à noite'),
    ],
  },
  {
    slug: 'entrevista-02',
    nome: 'Edvaldo Barros',
    telefone: '81955550102',
    entrevistador: 'Paulo Nunes',
    em: '2026-03-02T14:10:00Z',
    voz: { voz: 'pt-br+m7', ritmo: 170, tom: 24 },
    passos: [
      p1('Algumas vezes por semana.', 'Algumas vezes por semana'),
      // The respondent says six; eight is typed.
      p2('Seis.', '6', { digitada: ['8'], esperado: 'diverge' }),
      p3('Dou um sete. Não, melhor, um seis.', '6', { mudou: true }),
      p4('Justo.', 'Justo'),
      p5('Cento e cinquenta reais.', '150'),
      p6('Veículo quebrado.', ['Veículo quebrado']),
      p7('Cinquenta e oito.', '58'),
      p8('Os terminais precisam de cobertura.', 'cobertura'),
    ],
  },
  {
    slug: 'entrevista-03',
    nome: 'Jéssica Lira',
    telefone: '81955550103',
    entrevistador: 'Paulo Nunes',
    em: '2026-03-03T12:40:00Z',
    voz: { voz: 'pt-br+Annie', ritmo: 186, tom: 70 },
    passos: [
      p1('Nunca, eu ando de bicicleta.', 'Nunca'),
      passed('P2'),
      passed('P3'),
      p4('Caro.', 'Caro'),
      p5('Cinquenta reais.', '50'),
      passed('P6'),
      p7('Vinte e seis anos.', '26'),
      p8('Mais ciclovias.', 'mais ciclovias'),
    ],
  },
  {
    slug: 'entrevista-04',
    nome: 'Antônio Feitosa',
    telefone: '81955550104',
    entrevistador: 'Paulo Nunes',
    em: '2026-03-03T15:20:00Z',
    voz: { voz: 'pt-br+m4', ritmo: 166, tom: 34 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Quatro.', '4'),
      p3('Cinco.', '5'),
      p4('Caro.', 'Caro'),
      // The noise of a bus makes the answer inaudible.
      p5('Trezentos reais.', '300', { ruido: true, esperado: 'inaudivel' }),
      p6('Assalto.', ['Assalto']),
      p7('Trinta e nove.', '39'),
      p8('A segurança nas paradas.', 'segurança nas paradas'),
    ],
  },
  {
    slug: 'entrevista-05',
    nome: 'Lindalva Campos',
    telefone: '81955550105',
    entrevistador: 'Marta Silveira',
    em: '2026-03-02T13:30:00Z',
    voz: { voz: 'pt-br+f5', ritmo: 168, tom: 50 },
    passos: [
      p1('Raramente.', 'Raramente'),
      p2('Cinco.', '5'),
      p3('Oito.', '8'),
      p4('Caro.', 'Caro'),
      p5('Oitenta reais.', '80'),
      p6('Nenhum problema.', ['Nenhum problema']),
      p7('Sessenta e três anos.', '63'),
      p8('O horário dos ônibus no domingo.', 'horário dos ônibus no domingo'),
    ],
  },
  {
    slug: 'entrevista-06',
    nome: 'Wellington Dias',
    telefone: '81955550106',
    entrevistador: 'Marta Silveira',
    em: '2026-03-03T13:00:00Z',
    voz: { voz: 'pt-br+m7', ritmo: 178, tom: 20 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Três.', '3'),
      p3('Quatro.', '4'),
      // The interviewer suggests the answer.
      p4('É, tá caro.', 'Caro', {
        conducao: { codigo: 'diretiva', tipo: 'pergunta_com_resposta', falas: ['Tá muito caro, né?'] },
        esperado: 'induzida',
      }),
      p5('Duzentos e vinte reais.', '220'),
      p6('Superlotação.', ['Superlotação']),
      p7('Trinta e um anos.', '31'),
      p8('Colocar mais ônibus.', 'mais ônibus'),
    ],
  },
  {
    slug: 'entrevista-07',
    nome: 'Cláudia Rangel',
    telefone: '81955550107',
    entrevistador: 'Marta Silveira',
    em: '2026-03-04T12:15:00Z',
    voz: { voz: 'pt-br+f4', ritmo: 178, tom: 74 },
    passos: [
      p1('Algumas vezes por semana.', 'Algumas vezes por semana'),
      p2('Sete.', '7'),
      p3('Sete.', '7'),
      p4('Justo.', 'Justo', {
        conducao: {
          codigo: 'sondagem_adequada',
          tipo: 'nenhum',
          falas: ['Vou repetir: barato, justo ou caro?'],
        },
      }),
      p5('Cento e dez reais.', '110'),
      p6('Atraso.', ['Atraso']),
      p7('Quarenta e sete.', '47'),
      p8('A limpeza dos terminais.', 'limpeza dos terminais'),
    ],
  },
  {
    slug: 'entrevista-08',
    nome: 'Sebastião Moura',
    telefone: '81955550108',
    entrevistador: 'Marta Silveira',
    em: '2026-03-04T16:45:00Z',
    voz: { voz: 'pt-br+m3', ritmo: 160, tom: 18 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Dois.', '2'),
      p3('Seis.', '6'),
      p4('Caro.', 'Caro'),
      // The respondent says ninety; nineteen is typed.
      p5('Noventa reais.', '90', { digitada: ['19'], esperado: 'diverge' }),
      p6('Atraso e assalto.', ['Atraso', 'Assalto']),
      p7('Setenta anos.', '70'),
      p8('O preço da passagem.', 'preço da passagem'),
    ],
  },
  {
    slug: 'entrevista-09',
    nome: 'Priscila Nóbrega',
    telefone: '81955550109',
    entrevistador: 'Caio Brandão',
    em: '2026-03-02T17:00:00Z',
    voz: { voz: 'pt-br+Annie', ritmo: 190, tom: 62 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Oito.', '8'),
      skipped('P3', '8'),
      p4('Caro.', 'Caro'),
      p5('Cento e oitenta reais.', '180'),
      p6('Superlotação.', ['Superlotação']),
      p7('Vinte e nove anos.', '29'),
      p8('Ar condicionado.', 'ar condicionado'),
    ],
  },
  {
    slug: 'entrevista-10',
    nome: 'Genival Tavares',
    telefone: '81955550110',
    entrevistador: 'Caio Brandão',
    em: '2026-03-03T17:10:00Z',
    voz: { voz: 'pt-br+m4', ritmo: 172, tom: 28 },
    passos: [
      // Two of the four options are not read, which changes the meaning.
      {
        ...p1('Raramente.', 'Raramente'),
        leitura: ['Com que frequência você usa ônibus?', 'Raramente ou nunca?'],
        comoFoiLida: 'maior',
      },
      p2('Seis.', '6'),
      skipped('P3', '6'),
      p4('Barato.', 'Barato'),
      p5('Quarenta reais.', '40'),
      p6('Nenhum problema.', ['Nenhum problema']),
      p7('Cinquenta e quatro anos.', '54'),
      p8('As calçadas perto das paradas.', 'calçadas perto das paradas'),
    ],
  },
  {
    slug: 'entrevista-11',
    nome: 'Vânia Coutinho',
    telefone: '81955550111',
    entrevistador: 'Caio Brandão',
    em: '2026-03-04T13:50:00Z',
    voz: { voz: 'pt-br+f2', ritmo: 176, tom: 72 },
    passos: [
      p1('Algumas vezes por semana.', 'Algumas vezes por semana'),
      p2('Nove.', '9'),
      p3('Nove.', '9'),
      // The respondent says cheap; expensive is typed.
      p4('Barato.', 'Barato', { digitada: ['Caro'], esperado: 'diverge' }),
      p5('Cento e trinta reais.', '130'),
      p6('Atraso.', ['Atraso']),
      skipped('P7', '45'),
      p8('A iluminação das paradas.', 'iluminação das paradas'),
    ],
  },
  {
    slug: 'entrevista-12',
    nome: 'Josué Albuquerque',
    telefone: '81955550112',
    entrevistador: 'Caio Brandão',
    em: '2026-03-05T12:30:00Z',
    voz: { voz: 'pt-br+m7', ritmo: 174, tom: 30 },
    passos: [
      p1('Todos os dias.', 'Todos os dias'),
      p2('Um.', '1', {
        conducao: { codigo: 'diretiva', tipo: 'opiniao_propria', falas: ['Eu daria um, é horrível.'] },
        esperado: 'induzida',
      }),
      skipped('P3', '2'),
      p4('Caro.', 'Caro'),
      p5('Uns duzentos e poucos reais.', '200', { comoRespondeu: 'qualificada', esperado: 'a_revisar' }),
      p6('Atraso, superlotação e assalto.', ['Atraso', 'Superlotação', 'Assalto']),
      p7('Trinta e seis anos.', '36'),
      p8('Tudo.', 'tudo'),
    ],
  },
];
