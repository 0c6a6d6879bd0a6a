/** Warnings of probable misreadings before an audit is confirmed. */
import { z } from 'zod';
import {
  type CelulaDaPlanilha,
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  celulaDaPlanilha,
} from '../../audit-preparation.ts';
import { groupBy } from '../../group-by.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { isSpecialCode } from '../../interview/questionnaire/typed-codes.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import { hasCodesByPlace } from '../columns/codes-by-place.ts';
import { isOfRepeat } from '../columns/collector-columns.ts';
import { ACOMPANHA, codeKey, comparableText, headingNumber } from '../columns/column-headings.ts';
import { OPCAO_DESCONHECIDA } from '../columns/column-questions.ts';
import type { PerguntaLida, QuestionarioLido } from '../documents/read-questionnaire.ts';
import {
  codesInOptions,
  hasOptionsInText,
  marksOfOption,
  marksOfQuestion,
  tailOf,
} from '../documents/text-marks.ts';
import { shortened } from '../options/option-reading.ts';
import { fileOfAddress, isAudioName, plainName } from '../pairing/recording-name.ts';
import { columnsByQuestion } from './row-answers.ts';

export const TIPOS_ALERTA = [
  'sem_perguntas',
  'leitura_antiga',
  'coluna_sem_pergunta',
  'pergunta_sem_coluna',
  /** Rows are members of a household, not interviews. */
  'linhas_de_grupo',
  'nao_reconhecidas',
  'opcoes_no_texto',
  'numeros_em_texto',
  'respostas_repetidas',
  'codigo_sem_opcao',
  'codigo_especial',
  'texto_continua',
  'texto_vazio',
  'opcao_com_codigo',
  'opcao_repetida',
  'colunas_por_opcao',
  'marcas_no_texto',
  'leitura',
  'sem_apresentacao',
  /** Pairs that are only proposed, and recordings audited before (shared/src/services/portal/pair-notices.ts). */
  'pares_propostos',
  'ja_auditadas',
] as const;
export type TipoAlerta = (typeof TIPOS_ALERTA)[number];

export const alerta = z.object({
  tipo: z.enum(TIPOS_ALERTA),
  /** 'impede' blocks the confirmation, because most of a question's answers are lost; 'aviso' needs acknowledgement. */
  gravidade: z.enum(['aviso', 'impede']),
  /** The question's index (from 0) and code; null: no question. */
  pergunta: z.number().int().nullable(),
  codigo: z.string().nullable(),
  coluna: z.number().int().nullable(),
  texto: z.string(),
  celulas: z.array(celulaDaPlanilha),
});
export type Alerta = z.infer<typeof alerta>;

type Coluna = ColunaDoPreparoGravada;
type Lido = Pick<QuestionarioLido, 'apresentacao' | 'perguntas'>;

/** Shares of unrecognised answers that cause a warning (`DE_MAIS`), or block the confirmation (`A_MAIORIA`). */
const DE_MAIS = 0.1;
const A_MAIORIA = 0.5;
/** Maximum options, marks and columns named in a sentence. */
const CITADAS = 3;

const quoted = (texts: readonly string[]): string =>
  texts
    .slice(0, CITADAS)
    .map((one) => `“${shortened(one)}”`)
    .join(', ') + (texts.length > CITADAS ? ` e mais ${texts.length - CITADAS}` : '');
const named = ({ cabecalho, n }: Pick<Coluna, 'cabecalho' | 'n'>): string =>
  cabecalho.trim() === '' ? `coluna ${n + 1}` : `“${shortened(cabecalho)}”`;

/** Columns by question index; a question's first column holds its counts (worker/src/portal/pair.ts). */
const columnsAt = (
  perguntas: readonly PerguntaLida[],
  colunas: readonly Coluna[],
): ReadonlyMap<number, Coluna[]> =>
  new Map(columnsByQuestion(perguntas, colunas).map(({ place, colunas: own }) => [place, own]));

/** Indices of the questions with a column, which are audited. */
export function auditedPlaces(colunas: readonly Coluna[]): ReadonlySet<number> {
  return new Set(
    colunas.flatMap(({ papel, pergunta }) => (papel === 'pergunta' && pergunta !== null ? [pergunta] : [])),
  );
}

/** Matches a question's number with a letter ('4a', 'P4_b'), not the ordinal '1a visita'. */
const COM_LETRA = /^\s*(?:p|q)?0*(\d{1,3})[._-]?\(?([a-z])\)?(?:\s*$|\s*[.):_–-])/u;

function questionInHeading(cabecalho: string): { chave: string; parte: string | null } | null {
  const number = headingNumber(cabecalho);
  if (number) {
    return ACOMPANHA.test(comparableText(number.resto)) ? null : { chave: number.chave, parte: number.parte };
  }
  const lettered = COM_LETRA.exec(plainName(cabecalho));
  if (lettered) return { chave: lettered[1] ?? '', parte: lettered[2] ?? null };
  return cabecalho.includes('?') ? { chave: '', parte: null } : null;
}

/** Returns a test of headings: true if the heading repeats the text of a question that other columns answer. */
function askedIn(
  perguntas: readonly PerguntaLida[],
  byQuestion: ReadonlyMap<number, Coluna[]>,
): (cabecalho: string) => boolean {
  const known = [...byQuestion.keys()].flatMap((place) => {
    const { texto = '', opcoes = [] } = perguntas[place] ?? {};
    const words = comparableText(texto);
    return words.length < 8
      ? []
      : [{ words, opcoes: new Set(opcoes.map((one) => normaliseQuote(one.texto))) }];
  });
  return (cabecalho) => {
    const heading = comparableText(cabecalho);
    return known.some(({ words, opcoes }) => {
      if (heading !== words && !heading.endsWith(` ${words}`) && !heading.includes(`${words} `)) return false;
      const rest = heading.slice(heading.indexOf(words) + words.length).trim();
      return rest === '' || opcoes.has(rest);
    });
  };
}

/** Finds columns with answers to questions or options that the questionnaire lacks. */
function lostColumns(perguntas: readonly PerguntaLida[], colunas: readonly Coluna[]): Alerta[] {
  const byQuestion = columnsAt(perguntas, colunas);
  const places = groupBy(perguntas.keys(), (place) => codeKey(perguntas[place]?.codigo ?? ''));
  const asked = askedIn(perguntas, byQuestion);
  return colunas.flatMap((coluna): Alerta[] => {
    const { papel, regra, amostra, n } = coluna;
    if (papel !== 'ignorar' || regra === COLUNA_POR_PESSOA || amostra.length === 0) return [];
    const said = questionInHeading(coluna.cabecalho);
    if (!said || amostra.every(({ texto: cell }) => isAudioName(fileOfAddress(cell)))) return [];
    const own = places.get(said.chave)?.find((place) => byQuestion.has(place));
    // A column with the number of a question that other columns answer may only add texts or marks.
    const beside =
      own !== undefined && (said.parte === null || perguntas[own]?.tipo === 'multipla') && said.chave !== '';
    // If other options have columns, answers in a column for an unknown option are lost.
    const lost =
      regra.includes(OPCAO_DESCONHECIDA) && byQuestion.get(own ?? -1)?.some(({ opcao }) => opcao !== null);
    if (!lost && (beside || asked(coluna.cabecalho))) return [];
    const texto = `A coluna ${named(coluna)} tem respostas e não corresponde a nenhuma pergunta do questionário.`;
    const rest = { pergunta: null, codigo: null, coluna: n, celulas: amostra };
    return [{ tipo: 'coluna_sem_pergunta', gravidade: 'impede', texto, ...rest }];
  });
}

function ofTexts(
  pergunta: PerguntaLida,
  warn: (tipo: TipoAlerta, texto: string, gravidade?: Alerta['gravidade']) => Alerta,
): Alerta[] {
  const { codigo, texto, opcoes, avisos } = pergunta;
  const all: Alerta[] = [];
  if (texto.trim() === '') all.push(warn('texto_vazio', `${codigo} está sem texto.`, 'impede'));
  const tail = tailOf(texto);
  if (tail !== '') {
    const inText = hasOptionsInText(pergunta);
    const words = texto.includes('?') ? 'continua depois do “?”' : 'tem códigos no meio';
    const end = inText
      ? ' Se esse trecho traz as opções, elas não foram lidas, e os códigos da planilha ficam sem sentido.'
      : '';
    const sentence = `O texto de ${codigo} ${words}: “${shortened(tail)}”.${end}`;
    all.push(warn('texto_continua', sentence, inText ? 'impede' : 'aviso'));
  }
  const codes = codesInOptions(opcoes);
  if (codes.size > 0) {
    const list = [...codes.keys()].map((place) => opcoes[place]?.texto ?? '');
    // True if an option's text contains another option's code, so that answers would be swapped.
    const crossed = [...codes].some(([place, code]) =>
      opcoes.some((one, at) => at !== place && one.valor === code),
    );
    const words = list.length === 1 ? 'a opção' : 'as opções';
    const end = crossed
      ? 'com um código que é de outra opção: as respostas da planilha seriam trocadas.'
      : list.length === 1
        ? 'parece ter o código no texto.'
        : 'parecem ter o código no texto.';
    all.push(
      warn(
        'opcao_com_codigo',
        `Em ${codigo}, ${words} ${quoted(list)} ${crossed ? `${list.length === 1 ? 'está' : 'estão'} ` : ''}${end}`,
        crossed ? 'impede' : 'aviso',
      ),
    );
  }
  const inQuestion = marksOfQuestion(pergunta);
  if (inQuestion.length > 0)
    all.push(
      warn(
        'marcas_no_texto',
        `No texto de ${codigo}, ${inQuestion.length === 1 ? 'sobrou' : 'sobraram'} ${quoted(inQuestion)}.`,
      ),
    );
  const marked = opcoes.filter((opcao) => marksOfOption(opcao).length > 0);
  if (marked.length > 0) {
    const marks = [...new Set(marked.flatMap(marksOfOption))];
    const where = quoted(marked.map((opcao) => opcao.texto));
    all.push(
      warn(
        'marcas_no_texto',
        `Em ${codigo}, ${marks.length === 1 ? 'sobrou' : 'sobraram'} ${quoted(marks)} em ${marked.length === 1 ? 'uma opção' : 'opções'}: ${where}.`,
      ),
    );
  }
  const names = opcoes.map((opcao) => normaliseQuote(opcao.texto));
  const repeated = opcoes.find((_, at) => names.indexOf(names[at] ?? '') < at);
  if (repeated) {
    all.push(
      warn('opcao_repetida', `Em ${codigo}, a opção “${shortened(repeated.texto)}” aparece mais de uma vez.`),
    );
  }
  const said = avisos.filter((one) => !(repeated && one.includes('aparece mais de uma vez')));
  return [...all, ...said.map((one) => warn('leitura', `${codigo}: ${one}`))];
}

/** Free texts suggest an option list if there are at least `respostas`, and at most the share `parte` is distinct. */
const REPETIDAS = { respostas: 12, parte: 0.3 };
/** Possible codes of 'não sabe' cause a warning if they occur at least `vezes` times or in the share `parte`. */
const ESPECIAIS = { vezes: 2, parte: 0.05 };

/** Warns on codes without an option: codes of 'não sabe', and signs of lost or shifted options. */
function ofCodes(
  pergunta: PerguntaLida,
  { nao_reconhecidas: { codigos } }: Coluna,
  de: number,
  warn: (tipo: TipoAlerta, texto: string, gravidade?: Alerta['gravidade']) => Alerta,
): Alerta[] {
  const { codigo, tipo, opcoes } = pergunta;
  const all: Alerta[] = [];
  const highest = Math.max(0, ...opcoes.map(({ valor }) => valor));
  // 8 and 9 also mean 'não sabe', unless they follow directly after the highest code.
  const special = codigos.filter(
    (one) =>
      isSpecialCode(String(one.codigo)) || (one.codigo >= 8 && one.codigo <= 9 && one.codigo > highest + 1),
  );
  const others = codigos.filter((one) => !special.includes(one));
  const sum = (some: typeof codigos): number => some.reduce((total, { n }) => total + n, 0);
  const listed = (some: typeof codigos): string => quoted(some.map((one) => String(one.codigo)));
  const often = sum(special) >= ESPECIAIS.vezes || sum(special) >= de * ESPECIAIS.parte;
  if (special.length > 0 && often) {
    const words = special.length === 1 ? 'Se é' : 'Se são';
    const sentence = `A planilha tem ${listed(special)} em ${codigo}. ${words} “não sabe” ou “não respondeu”, adicione ${special.length === 1 ? 'a opção com este código' : 'as opções com estes códigos'}.`;
    all.push(warn('codigo_especial', sentence));
  }
  if (hasCodesByPlace(pergunta) && others.length > 0) {
    const sentence = `A planilha tem ${listed(others)} em ${codigo}, e o documento não indica ${others.length === 1 ? 'a opção deste código' : 'as opções destes códigos'}.`;
    return [...all, warn('codigo_sem_opcao', sentence, 'impede')];
  }
  // A single code 0 suffices for the warning, because the sheet then counts options from 0, unlike the list.
  const shifted = others.some((one) => one.codigo === 0) || sum(others) > de * DE_MAIS;
  if (isChoice(tipo) && shifted) {
    const sentence = `A planilha tem ${listed(others)} em ${codigo}, e nenhuma opção tem ${others.length === 1 ? 'este código' : 'estes códigos'}: as outras respostas podem estar trocadas.`;
    all.push(warn('codigo_sem_opcao', sentence, 'impede'));
  }
  return all;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function ofCells(
  pergunta: PerguntaLida,
  colunas: readonly Coluna[],
  warn: (
    tipo: TipoAlerta,
    texto: string,
    gravidade?: Alerta['gravidade'],
    celulas?: CelulaDaPlanilha[],
  ) => Alerta,
): Alerta[] {
  const { codigo, tipo, texto, opcoes } = pergunta;
  const [first] = colunas;
  if (!first) return [];
  const { n, de, duvidosas, diferentes, exemplos } = first.nao_reconhecidas;
  const all: Alerta[] = [];
  if (de !== null && de > 0) {
    if (n / de > DE_MAIS) {
      const cells = exemplos.map(({ linha, texto: cell }) => ({ linha, texto: cell }));
      const words = n === 1 ? 'não foi entendida' : 'não foram entendidas';
      const sentence = `${n} de ${de} respostas de ${codigo} ${words} (${percent(n / de)}).`;
      all.push(warn('nao_reconhecidas', sentence, n / de > A_MAIORIA ? 'impede' : 'aviso', cells));
    }
    if (tipo === 'texto' && duvidosas / de > A_MAIORIA) {
      const glued = tailOf(texto) !== '';
      const sentence = glued
        ? 'as respostas da planilha são opções ou códigos que estão no texto da pergunta. Separe as opções do texto'
        : `${duvidosas} de ${de} respostas são números`;
      const kind = glued ? 'opcoes_no_texto' : 'numeros_em_texto';
      const words = `${codigo} foi lida como texto livre, mas ${sentence}.`;
      all.push(warn(kind, words, 'impede', first.amostra));
    } else if (diferentes !== null && de >= REPETIDAS.respostas && diferentes <= de * REPETIDAS.parte) {
      const sentence = `${codigo} foi lida como texto livre, mas as ${de} respostas se repetem: há só ${diferentes === 1 ? '1 texto' : `${diferentes} textos diferentes`}. Se forem opções, adicione-as.`;
      all.push(warn('respostas_repetidas', sentence, 'aviso', first.amostra));
    }
    all.push(...ofCodes(pergunta, first, de, warn));
  }
  const ofOptions = colunas.filter(
    ({ opcao, regra }) =>
      opcao !== null && regra !== COLUNA_POR_PESSOA && opcoes[opcao]?.especial !== 'outro',
  );
  const byCode = ofOptions.filter(
    ({ cabecalho, opcao }) =>
      !normaliseQuote(cabecalho).includes(normaliseQuote(opcoes[opcao ?? -1]?.texto ?? '')),
  );
  if (hasCodesByPlace(pergunta) && byCode.length > 0) {
    const words = byCode.length === 1 ? ['A coluna', 'traz'] : ['As colunas', 'trazem'];
    const sentence = `${words[0]} ${quoted(byCode.map(({ cabecalho }) => cabecalho))} ${words[1]} as opções por código, e o documento não informa os códigos de ${codigo}.`;
    all.push(warn('colunas_por_opcao', sentence, 'impede'));
  }
  if (tipo !== 'multipla' && isChoice(tipo) && ofOptions.length > 1) {
    all.push(
      warn(
        'colunas_por_opcao',
        `${codigo} aceita uma só resposta, e a planilha tem uma coluna para cada opção (${ofOptions
          .slice(0, CITADAS)
          .map(named)
          .join(
            ', ',
          )}). Se são itens de uma bateria, cada um é uma pergunta; senão, ${codigo} aceita várias respostas.`,
        'impede',
        ofOptions.flatMap(({ amostra }) => amostra.slice(0, 1)),
      ),
    );
  }
  return all;
}

export function warningsOf({ apresentacao, perguntas }: Lido, colunas: readonly Coluna[]): Alerta[] {
  const about =
    (pergunta: number | null, coluna: number | null = null) =>
    (
      tipo: TipoAlerta,
      texto: string,
      gravidade: Alerta['gravidade'] = 'aviso',
      celulas: CelulaDaPlanilha[] = [],
    ): Alerta => {
      const codigo = pergunta === null ? null : (perguntas[pergunta]?.codigo ?? null);
      return { tipo, gravidade, pergunta, codigo, coluna, texto, celulas };
    };
  const general = about(null);
  if (perguntas.length === 0) {
    return [
      general(
        'sem_perguntas',
        'Nenhuma pergunta foi reconhecida no questionário. Adicione as perguntas ao lado do documento, ou troque o arquivo por um com as perguntas numeradas (1., P1, Q1…).',
        'impede',
      ),
    ];
  }
  const byQuestion = columnsAt(perguntas, colunas);
  const all: Alerta[] = [];
  if ([...byQuestion.values()].some(([first]) => first?.nao_reconhecidas.de === null)) {
    all.push(
      general(
        'leitura_antiga',
        'Esta planilha foi lida por uma versão anterior da Escuta, que ainda não fazia estas conferências. Use “Ler de novo”.',
        'impede',
      ),
    );
  }
  if (byQuestion.size === 0) {
    all.push(
      general(
        'pergunta_sem_coluna',
        'Nenhuma pergunta tem coluna na planilha. Indique a pergunta de cada coluna na aba “Colunas”.',
        'impede',
      ),
    );
  }
  const repeat = colunas.find(({ cabecalho }) => isOfRepeat(cabecalho));
  if (repeat) {
    all.push(
      about(null, repeat.n)(
        'linhas_de_grupo',
        `A planilha é de um grupo que se repete (coluna ${named(repeat)}): cada linha é uma parte de uma entrevista. Envie a planilha principal, que tem uma linha por entrevista.`,
        'impede',
      ),
    );
  }
  if ((apresentacao ?? '').trim() === '') {
    all.push(
      general(
        'sem_apresentacao',
        'A apresentação (consentimento) não foi encontrada no questionário. Se o questionário tem uma, escreva o texto na aba “Perguntas”.',
      ),
    );
  }
  all.push(...lostColumns(perguntas, colunas));
  for (const [place, pergunta] of perguntas.entries()) {
    const own = byQuestion.get(place);
    const warn = about(place, own?.[0]?.n ?? null);
    if (own) {
      all.push(...ofCells(pergunta, own, warn), ...ofTexts(pergunta, warn));
      continue;
    }
    if (byQuestion.size === 0) continue;
    const dependent = perguntas.some((one) => one.mostrar_se?.pergunta === place);
    const filter = dependent
      ? ` Por isso, as perguntas que dependem de ${pergunta.codigo} são conferidas em todas as entrevistas.`
      : '';
    all.push(
      warn(
        'pergunta_sem_coluna',
        `${pergunta.codigo} não tem coluna na planilha e fica fora da auditoria.${filter}`,
      ),
    );
  }
  return all;
}

export const blockersOf = (alertas: readonly Alerta[]): Alerta[] =>
  alertas.filter(({ gravidade }) => gravidade === 'impede');
export const noticesOf = (alertas: readonly Alerta[]): Alerta[] =>
  alertas.filter(({ gravidade }) => gravidade === 'aviso');
