/** Determines how a question is answered, and warns of doubts. */
import type { Marcas } from '../columns/field-marks.ts';
import { plainWords, scaleOf } from '../options/scale-words.ts';
import { conditionOf, openingCondition, optionsMeant } from './conditions/condition-notes.ts';
import type { Saltos } from './conditions/skips.ts';
import { type Campo, measureOf, scaleInNote, unitBeside } from './fields.ts';
import { assignCodes, type Lida } from './reading.ts';
import type { OpcaoEscrita } from './special-words.ts';

const OPCOES = 100;

type Escala = { minimo: number; maximo: number };

/** The scale that a question's text, else its instructions, states: 'NOTA DE 0 A 10'. */
export const scaledBy = ({ texto, instrucoes }: Lida): Escala | null =>
  scaleOf(texto) ??
  instrucoes
    .filter((note) => !/LE(?:IA|R)(?!\p{L})/u.test(note))
    .map(scaleInNote)
    .find((one) => one !== null) ??
  null;

export const withoutSkips = (opcoes: readonly OpcaoEscrita[], saltos: Saltos): OpcaoEscrita[] =>
  opcoes.map(({ texto, valor }) => ({
    texto: saltos.of(texto).resto.replace(/\s+/gu, ' ').trim(),
    valor,
  }));

/**
 * Turns a question into a choice.
 * @param several whether the question takes several answers
 * @param saltos skips of the options
 */
export function choose(one: Lida, opcoes: readonly OpcaoEscrita[], several: boolean, saltos: Saltos): void {
  const written = opcoes.slice(0, OPCOES);
  if (opcoes.length > OPCOES) one.avisos.push(`Só as primeiras ${OPCOES} opções foram lidas: confira.`);
  one.tipo = several ? 'multipla' : 'escolha';
  one.opcoes = assignCodes(withoutSkips(written, saltos));
  one.impressos = written.map(({ valor }) => valor);
  const glued = one.opcoes.find(({ texto }) =>
    /\p{L}\s(?:\d{1,3}\s+|[([]\s*\d{1,3}\s*[)\]]\s*)\p{Lu}\p{Ll}/u.test(texto),
  );
  if (glued) one.avisos.push(`A opção “${glued.texto.slice(0, 60)}” parece conter outra: confira.`);
  // 'Sim, qual?' is an option, but 'O que acha disto?' is another question.
  const asking = one.opcoes.find(
    ({ texto }) => /^[^,;:()–-]+\?$/u.test(texto) && texto.split(' ').length > 2,
  );
  if (asking) one.avisos.push(`A opção “${asking.texto.slice(0, 60)}” parece uma pergunta: confira.`);
  for (const [opcao, { texto }] of written.entries())
    for (const para of saltos.of(texto).para) one.saltos.push({ opcao, para });
}

/** Sets the kind, scale and unit of a question without options. @param primeira the question's first line */
export function answerBy(
  one: Lida,
  primeira: string,
  field: Campo | null,
  marcas: Marcas | null,
  scaled: Escala | null,
): void {
  const told = [...one.instrucoes, field?.palavras ?? ''].join(' ');
  const scale = scaleOf(one.texto) ?? scaled ?? (field ? scaleInNote(field.palavras) : null);
  const measure = measureOf(`${one.texto} ${/R\$/u.test(primeira) ? 'R$' : ''}`, told, field);
  if (marcas?.livre && !(measure?.tipo === 'numero' && field?.digitos)) one.tipo = 'texto';
  else if (scale) Object.assign(one, { tipo: 'escala', minimo: scale.minimo, maximo: scale.maximo });
  else if (measure) Object.assign(one, measure);
  else if (field?.digitos)
    one.avisos.push('Há um campo para números, mas a pergunta parece de texto: confira.');
  // In 'Há quanto tempo? ____ anos' the unit is not read aloud.
  const beside = /\?["”)]*\s+(\p{L}+)$/u.exec(one.texto)?.[1];
  if (field && beside && unitBeside(beside) !== null) one.texto = one.texto.slice(0, -beside.length).trim();
  one.semResposta =
    !field && !scale && measure === null && !marcas?.livre && !marcas?.anotar && one.opcoes.length === 0;
  // Free text is not compared with codes, so its printed options become an instruction.
  if (one.tipo === 'texto' && one.opcoes.length > 0) {
    one.instrucoes.push(one.opcoes.map(({ texto, valor }) => `${valor} ${texto}`).join('; '));
    one.opcoes = [];
  }
}

/** Adds skips after single answers, which separate lines or notes state ('Se não, pule para a 7'). */
export function addConditionalSkips(
  one: Lida,
  condicionais: readonly { se: string; para: readonly string[] }[],
): void {
  for (const { se, para } of condicionais) {
    const written = openingCondition(`${se}: a`)?.condicao ?? conditionOf(se);
    const chosen = written && optionsMeant(written, one.opcoes);
    for (const target of para) {
      for (const opcao of chosen ?? []) one.saltos.push({ opcao, para: target });
      if (!chosen)
        one.avisos.push(`“${se.slice(0, 80)}” leva à pergunta ${target}: confira as perguntas puladas.`);
    }
  }
}

const ORDEM =
  /\b(?:coloque|ponha|disponha|por|pela|em) (?:em |na )?ordem (?:de|crescente|decrescente)\b|\b(?:en)?numere\b|\bordene\b|\bhierarqui|\branking\b|\bem (?:primeiro|1o?) lugar\b.*\bsegundo\b/;

export function addDoubts(one: Lida): void {
  if (
    ORDEM.test(plainWords(one.texto)) &&
    // A field '1º lugar' among several takes a single answer.
    !/\d\s?[ºª°]/u.test(one.texto) &&
    (one.tipo === 'escolha' || one.tipo === 'multipla')
  ) {
    one.tipo = 'multipla';
    one.avisos.push(
      'A pergunta pede uma ordem, que a Escuta não registra: as respostas são conferidas sem a ordem. Confira o tipo e as colunas.',
    );
  }
  const names = one.opcoes.map(({ texto }) => plainWords(texto));
  const repeated = one.opcoes.find((_, at) => names.indexOf(names[at] ?? '') < at);
  if (repeated) one.avisos.push(`A opção “${repeated.texto}” aparece mais de uma vez: confira.`);
}

/** Code of a battery's row: as printed, else the question's code with a letter. */
export function itemCode(codigo: string, rotulo: string | null, at: number): string {
  const letter = String.fromCharCode(97 + (at % 26)).repeat(1 + Math.floor(at / 26));
  if (rotulo === null) return `${codigo}${letter}`;
  if (/^[a-zA-Z]$/u.test(rotulo)) return `${codigo}${rotulo.toLowerCase()}`;
  const dotted = /^\d{1,3}\.(\d{1,2})$/u.exec(rotulo);
  if (dotted) return `${codigo}.${Number(dotted[1])}`;
  const full = /^([A-Z]{1,2})\.?(\d{1,3})([a-z]|[._]\d{1,2})$/iu.exec(rotulo);
  if (!full) return `${codigo}${letter}`;
  const letters = /^[pq]$/iu.test(full[1] ?? '') ? 'P' : (full[1] ?? '').toUpperCase();
  return `${letters}${Number(full[2])}${(full[3] ?? '').replace('_', '.').toLowerCase()}`;
}
