/**
 * Writes a questionnaire as an XLSForm (xlsform.org). Unsupported parts go into columns 'escuta_…', which other
 * programs ignore (pyxform, issue 669).
 */
import {
  type Ligacao,
  optionsNamed,
  type TesteDeResposta,
} from '../../interview/questionnaire/conditions.ts';
import type { RegrasDaPergunta } from '../../interview/questionnaire/question-rules.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import type { OpcaoLida, PerguntaLida, QuestionarioLido } from '../documents/read-questionnaire.ts';
import { PONTOS_MAX } from './types.ts';

export type AbaDoFormulario = { nome: string; colunas: string[]; linhas: string[][] };

const SURVEY = [
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'parameters',
  'appearance',
  'media::image',
  'escuta_codigo',
  'escuta_tipo',
  'escuta_unidade',
  'escuta_ler_opcoes',
  'escuta_observada',
  'escuta_opcoes',
] as const;
const CHOICES = ['list_name', 'name', 'label', 'escuta_especial', 'escuta_valor'] as const;

type Linha<C extends string> = Partial<Record<C, string>>;
const cellsOf = <C extends string>(colunas: readonly C[], linha: Linha<C>): string[] =>
  colunas.map((coluna) => linha[coluna] ?? '');

/** Makes a unique XLSForm name (letter or '_', then letters, digits, '-', '_', '.') and adds it to `taken`. */
export function variableName(text: string, taken: Set<string>): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/gu, '_')
    .replace(/^(?![A-Za-z_])/u, 'p_');
  const base = plain.replace(/^p_$/u, 'pergunta');
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function choiceNames(opcoes: readonly OpcaoLida[]): string[] {
  const taken = new Set<string>();
  return opcoes.map(({ valor }) => {
    let name = String(valor);
    for (let n = 2; taken.has(name); n += 1) name = `${valor}_${n}`;
    taken.add(name);
    return name;
  });
}

export type PerguntaEscrita = PerguntaLida & {
  /** Condition that replaces `mostrar_se`; `pergunta`: index of the tested question. */
  condicao?: { liga: Ligacao; testes: readonly (TesteDeResposta & { pergunta: number })[] } | undefined;
  regras?: RegrasDaPergunta | undefined;
  imagem?: string | undefined;
};

type Nomeada = { pergunta: PerguntaEscrita; nome: string; lista: string; escolhas: string[] };

function typeOf({ pergunta, lista }: Nomeada): Linha<(typeof SURVEY)[number]> {
  const { tipo, minimo, maximo, opcoes } = pergunta;
  const withOptions: Linha<(typeof SURVEY)[number]> =
    opcoes.length > 0 && !isChoice(tipo) ? { escuta_opcoes: lista } : {};
  const limits = [
    ...(minimo === null ? [] : [`. >= ${minimo}`]),
    ...(maximo === null ? [] : [`. <= ${maximo}`]),
  ].join(' and ');
  switch (tipo) {
    case 'escolha':
      return { type: `select_one ${lista}` };
    case 'multipla':
      return { type: `select_multiple ${lista}` };
    case 'numero':
      return { type: pergunta.regras?.inteiro ? 'integer' : 'decimal', constraint: limits, ...withOptions };
    case 'escala':
      return isScale(minimo, maximo)
        ? { type: 'range', parameters: `start=${minimo} end=${maximo} step=1`, ...withOptions }
        : { type: 'decimal', constraint: limits, escuta_tipo: 'escala', ...withOptions };
    case 'data':
      return { type: 'date', ...withOptions };
    case 'lugar':
      return { type: 'geopoint', ...withOptions };
    default:
      return { type: 'text', ...withOptions };
  }
}

const isScale = (minimo: number | null, maximo: number | null): boolean =>
  minimo !== null &&
  maximo !== null &&
  minimo < maximo &&
  maximo - minimo <= PONTOS_MAX &&
  Number.isInteger(minimo) &&
  Number.isInteger(maximo);

/** Quotes a text for XLSForm expressions, which have no escapes; a text with single quotes loses its double quotes. */
const quoted = (text: string): string => (text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`);

function testOf(one: TesteDeResposta, asked: Nomeada): string {
  const variable = `\${${asked.nome}}`;
  const placesOf = (ids: readonly string[]) => ids.map((place) => asked.escolhas[Number(place)] ?? '');
  if ('contem' in one) return `contains(${variable}, ${quoted(one.contem)})`;
  if ('opcoes' in one || 'exceto' in one) {
    const named = placesOf(optionsNamed(one)).map((name) => `selected(${variable}, '${name}')`);
    if ('opcoes' in one) return named.length === 1 ? (named[0] as string) : `(${named.join(' or ')})`;
    return `(${variable} != '' and not(${named.join(' or ')}))`;
  }
  const limits = [
    ...(one.de === null ? [] : [`${variable} >= ${one.de}`]),
    ...(one.ate === null ? [] : [`${variable} <= ${one.ate}`]),
  ];
  return limits.length === 1 ? (limits[0] as string) : `(${limits.join(' and ')})`;
}

function relevantOf(pergunta: PerguntaEscrita, named: readonly Nomeada[]): string {
  if (pergunta.condicao) {
    const { liga, testes } = pergunta.condicao;
    return testes
      .flatMap((one) => {
        const asked = named[one.pergunta];
        return asked ? [testOf(one, asked)] : [];
      })
      .join(liga === 'e' ? ' and ' : ' or ');
  }
  const { mostrar_se: condition } = pergunta;
  const asked = condition && named[condition.pergunta];
  if (!condition || !asked) return '';
  const variable = `\${${asked.nome}}`;
  return condition.opcoes
    .map((place) => asked.escolhas[place] ?? '')
    .map((name) =>
      asked.pergunta.tipo === 'multipla' ? `selected(${variable}, '${name}')` : `${variable} = '${name}'`,
    )
    .join(' or ');
}

/** Returns a form's sheets, from which `readXlsform` restores everything except variable names. */
export function writeXlsform({
  titulo,
  apresentacao,
  perguntas,
}: Pick<QuestionarioLido, 'titulo' | 'apresentacao'> & {
  perguntas: readonly PerguntaEscrita[];
}): AbaDoFormulario[] {
  const taken = new Set<string>(['apresentacao']);
  const lists = new Set<string>();
  const named = perguntas.map((pergunta): Nomeada => {
    const nome = variableName(pergunta.codigo, taken);
    return {
      pergunta,
      nome,
      lista: variableName(`lista_${nome}`, lists),
      escolhas: choiceNames(pergunta.opcoes),
    };
  });
  const survey: string[][] = [];
  const add = (linha: Linha<(typeof SURVEY)[number]>): void => {
    survey.push(cellsOf(SURVEY, linha));
  };
  if (apresentacao) add({ type: 'note', name: 'apresentacao', label: apresentacao });
  for (const one of named) {
    const { pergunta, nome, escolhas } = one;
    const at = named.indexOf(one);
    const bateria = pergunta.regras?.bateria;
    const isOf = (other: Nomeada | undefined) => other?.pergunta.regras?.bateria?.id === bateria?.id;
    if (bateria && !isOf(named[at - 1]))
      add({
        type: 'begin_group',
        name: variableName(`bateria_${nome}`, taken),
        label: bateria.texto,
        appearance: 'field-list',
        escuta_tipo: 'bateria',
      });
    add({
      name: nome,
      label: pergunta.texto,
      hint: pergunta.instrucao ?? '',
      required: pergunta.obrigatoria ? 'yes' : '',
      parameters: pergunta.regras?.rodizio ? 'randomize=true' : '',
      'media::image': pergunta.imagem ?? '',
      relevant: relevantOf(pergunta, named),
      escuta_codigo: nome === pergunta.codigo ? '' : pergunta.codigo,
      escuta_unidade: pergunta.unidade ?? '',
      escuta_ler_opcoes: pergunta.ler_opcoes ? '' : 'nao',
      escuta_observada: pergunta.observada ? 'sim' : '',
      ...typeOf(one),
    });
    const other = pergunta.opcoes.findIndex(({ especial }) => especial === 'outro');
    // XLSForm has a separate field for the text of 'outro'.
    if (other >= 0 && isChoice(pergunta.tipo) && escolhas[other] !== undefined) {
      const asked = { pergunta: at, opcoes: [other] };
      const relevant = relevantOf({ ...pergunta, condicao: undefined, mostrar_se: asked }, named);
      add({
        type: 'text',
        name: variableName(`${nome}_outro`, taken),
        label: pergunta.opcoes[other]?.texto ?? '',
        relevant,
      });
    }
    if (bateria && !isOf(named[at + 1])) add({ type: 'end_group' });
  }
  const choices = named.flatMap(({ pergunta, lista, escolhas }) =>
    pergunta.opcoes.map(({ texto, valor, especial }, place) =>
      cellsOf(CHOICES, {
        list_name: lista,
        name: escolhas[place] ?? '',
        label: texto,
        escuta_especial: especial ?? '',
        escuta_valor: escolhas[place] === String(valor) ? '' : String(valor),
      }),
    ),
  );
  const title = titulo ?? 'Questionário';
  return [
    { nome: 'survey', colunas: [...SURVEY], linhas: survey },
    { nome: 'choices', colunas: [...CHOICES], linhas: choices },
    {
      nome: 'settings',
      colunas: ['form_title', 'form_id'],
      linhas: [[title, variableName(title.toLowerCase(), new Set())]],
    },
  ];
}
