/**
 * A company's pattern for recording names: a regular expression with named groups. Slow patterns are refused, because
 * strangers choose the names; accepted patterns have a timeout (shared/src/services/recordings/name-pattern.ts).
 */
import { AppError } from '../errors.ts';

export const GRUPOS_PADRAO = ['agente', 'numero', 'data', 'hora', 'ramal'] as const;
export type GrupoPadrao = (typeof GRUPOS_PADRAO)[number];

/** Maximum characters of a pattern, unbounded quantifiers, and names tried in a request. */
export const LIMITES_PADRAO = { caracteres: 200, repeticoes: 8, amostras: 20 } as const;

const refused = (mensagem: string): AppError =>
  new AppError('regra_violada', mensagem, { errors: [{ campo: 'padrao', mensagem }] });

type Group = { repeats: boolean; branches: boolean };
const QUANTIFIER = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??/u;

/**
 * Refuses slow patterns in a single pass: repeated groups with repetitions or alternatives, lookarounds and
 * backreferences.
 * @throws AppError regra_violada
 */
function assertBounded(padrao: string): void {
  const open: Group[] = [];
  let unbounded = 0;
  let closed: Group | null = null;
  for (let at = 0; at < padrao.length; ) {
    const rest = padrao.slice(at);
    const quantifier = QUANTIFIER.exec(rest)?.[0];
    const [char = ''] = rest;
    if (quantifier !== undefined) {
      const many = !/^(?:\?|\{[01]\}|\{0,1\})/u.test(quantifier);
      if (many && closed && (closed.repeats || closed.branches)) {
        throw refused(
          'Um grupo que se repete não pode ter outra repetição nem alternativas (|) dentro dele.',
        );
      }
      if (/^(?:[*+]|\{\d+,\})/u.test(quantifier)) unbounded += 1;
      for (const group of open) group.repeats ||= quantifier !== '';
      closed = null;
      at += quantifier.length;
      continue;
    }
    closed = null;
    if (char === '\\') {
      if (/^\\(?:[1-9]|k)/u.test(rest))
        throw refused('O padrão não pode repetir o texto de um grupo (\\1, \\k).');
      at += 2;
    } else if (char === '[') {
      const end = /^\[\^?\]?(?:\\.|[^\]\\])*\]/u.exec(rest)?.[0].length ?? 1;
      at += end;
    } else if (char === '(') {
      if (/^\(\?(?:=|!|<=|<!)/u.test(rest))
        throw refused('O padrão não pode olhar adiante nem para trás: (?=, (?!, (?<=, (?<!.');
      open.push({ repeats: false, branches: false });
      at += /^\((?:\?:|\?<[a-z]+>)?/u.exec(rest)?.[0].length ?? 1;
    } else if (char === ')') {
      const group = open.pop() ?? null;
      const outer = open.at(-1);
      if (group && outer) {
        outer.repeats ||= group.repeats;
        outer.branches ||= group.branches;
      }
      closed = group;
      at += 1;
    } else {
      const inner = open.at(-1);
      if (char === '|' && inner) inner.branches = true;
      at += 1;
    }
  }
  if (unbounded > LIMITES_PADRAO.repeticoes) {
    throw refused(
      `O padrão tem repetições ilimitadas (* ou +) em excesso: use no máximo ${LIMITES_PADRAO.repeticoes}.`,
    );
  }
}

/**
 * Checks a pattern; returns the pattern trimmed, as stored.
 * @throws AppError regra_violada for an empty, too long, invalid or slow pattern, and for unknown or missing groups
 */
export function checkedPattern(given: string): string {
  const padrao = given.trim();
  if (padrao === '') throw refused('Escreva o padrão.');
  if (padrao.length > LIMITES_PADRAO.caracteres) {
    throw refused(`Use no máximo ${LIMITES_PADRAO.caracteres} caracteres.`);
  }
  try {
    new RegExp(padrao, 'iu');
  } catch (cause) {
    throw new AppError('regra_violada', 'O padrão não é uma expressão regular válida.', {
      cause,
      errors: [{ campo: 'padrao', mensagem: 'O padrão não é uma expressão regular válida.' }],
    });
  }
  const groups = [...padrao.matchAll(/\(\?<([^=!>]+)>/gu)].map(([, nome = '']) => nome);
  const unknown = groups.find((nome) => !GRUPOS_PADRAO.some((one) => one === nome));
  if (unknown !== undefined) {
    throw refused(`O grupo “${unknown}” não existe. Use ${GRUPOS_PADRAO.join(', ')}.`);
  }
  if (groups.length === 0) {
    throw refused(
      `Dê nome a pelo menos um grupo, por exemplo (?<numero>\\d+). Use ${GRUPOS_PADRAO.join(', ')}.`,
    );
  }
  assertBounded(padrao);
  return padrao;
}
