import { hasCodesByPlace } from '../../columns/codes-by-place.ts';
import type { PerguntaLida } from '../../documents/read-questionnaire.ts';
import type { Lida } from '../reading.ts';
import { type CondicaoEscrita, conditionOf, optionsMeant } from './condition-notes.ts';
import { plainCode } from './skips.ts';

/** '8a' and '8.2' become '8'. */
const baseOf = (code: string): string => code.replace(/(?:\.\d+|[a-z])$/u, '');

/** Finds questions by cited codes; a battery's code gives its first row. */
class Lugares {
  readonly #places = new Map<string, number>();

  constructor(lidas: readonly Lida[]) {
    const codes = lidas.map(({ codigo }) => plainCode(codigo));
    for (const one of [codes, codes.map(baseOf)])
      for (const [at, code] of one.entries()) if (!this.#places.has(code)) this.#places.set(code, at);
  }

  /** Index of a cited question. @param citing code of the question that cites: '8' in A5 means A8 */
  of(code: string, citing: string): number | undefined {
    const letters = /^(?!P\d)[A-Z]+/u.exec(citing)?.[0] ?? '';
    return this.#places.get(code) ?? this.#places.get(`${letters}${code}`);
  }
}

const isChosen = ({ tipo }: Lida): boolean => tipo === 'escolha' || tipo === 'multipla';

/**
 * The question that 'Se sim' refers to: the stem, else the nearest previous question with the named answer.
 * @returns `rival`: an earlier part with that answer
 */
function parentOf(
  lidas: readonly Lida[],
  place: number,
  written: CondicaoEscrita,
): { from: number; rival: number | null } {
  const own = plainCode(lidas[place]?.codigo ?? '');
  const base = baseOf(own);
  const has = (at: number): boolean => {
    const one = lidas[at];
    return one !== undefined && isChosen(one) && optionsMeant(written, one.opcoes) !== null;
  };
  const stem =
    base === own ? -1 : lidas.slice(0, place).findLastIndex(({ codigo }) => plainCode(codigo) === base);
  if (stem >= 0) {
    const parts = Array.from({ length: place - stem - 1 }, (_, at) => stem + 1 + at).filter(has);
    return { from: stem, rival: parts.at(-1) ?? null };
  }
  const isOwn = (at: number): boolean => base !== own && baseOf(plainCode(lidas[at]?.codigo ?? '')) === base;
  const before = lidas.slice(0, place).findLastIndex((_, at) => !isOwn(at));
  for (let at = before; at >= 0; at -= 1) {
    if (has(at)) return { from: at, rival: null };
    const { condicoes = [], comeco = null } = lidas[at] ?? {};
    if (condicoes.length === 0 && !comeco) break;
  }
  return { from: before, rival: null };
}

type Sentido = { pergunta: number; opcoes: number[]; rival: number | null };

/** The condition in a note, or a text that says why there is none. */
function resolveNote(
  lidas: readonly Lida[],
  place: number,
  written: CondicaoEscrita,
  places: Lugares,
): Sentido | string {
  const { from, rival } =
    written.de === null
      ? parentOf(lidas, place, written)
      : { from: places.of(written.de, lidas[place]?.codigo ?? '') ?? -1, rival: null };
  const asked = lidas[from];
  if (!asked) return `depende da pergunta ${written.de ?? 'anterior'}, que não foi encontrada`;
  if (from >= place) return `depende da ${asked.codigo}, que não vem antes dela`;
  if (!isChosen(asked)) return `depende da ${asked.codigo}, que não é respondida por opções`;
  const opcoes = optionsMeant(written, asked.opcoes);
  return opcoes
    ? { pergunta: from, opcoes, rival }
    : `depende de opções da ${asked.codigo} não identificadas`;
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Adds conditions to questions. A question has one condition; notices report the others. */
export function withConditions(lidas: readonly Lida[]): PerguntaLida[] {
  const places = new Lugares(lidas);
  const perguntas = lidas.map(
    ({
      codigo,
      texto,
      tipo,
      obrigatoria,
      minimo,
      maximo,
      unidade,
      opcoes,
      bateria,
      avisos,
      instrucoes,
      lerOpcoes,
    }): PerguntaLida => ({
      ...{ codigo, texto, tipo, obrigatoria, minimo, maximo, unidade, opcoes },
      ...(bateria ? { bateria } : {}),
      avisos: [...avisos],
      ler_opcoes: lerOpcoes ?? true,
      instrucao: instrucoes.filter(Boolean).join(' ').slice(0, 1000).trim() || null,
      mostrar_se: null,
    }),
  );
  for (const [place, { condicoes, comeco, codigo }] of lidas.entries()) {
    const target = perguntas[place];
    const notes = condicoes.map((text) => ({ text, written: conditionOf(text) }));
    // Opening words are a condition if unambiguous, if they name an option, or if the question is a part ('8a').
    const own = comeco && resolveNote(lidas, place, comeco.condicao, places);
    const isPart = baseOf(plainCode(codigo)) !== plainCode(codigo);
    if (comeco && condicoes.length === 0 && (typeof own !== 'string' || comeco.certa || isPart))
      notes.push({ text: comeco.texto, written: comeco.condicao });
    for (const { text, written } of target ? notes : []) {
      const found = written ? resolveNote(lidas, place, written, places) : 'a condição não foi entendida';
      if (!target) continue;
      if (typeof found === 'string') {
        target.avisos.push(
          `A pergunta só é feita em certos casos (“${shortened(text)}”): ${found}. Confira.`,
        );
        if (!target.texto.includes(text))
          target.instrucao = [text, target.instrucao].filter(Boolean).join(' ').slice(0, 1000);
      } else if (target.mostrar_se)
        target.avisos.push(
          `A pergunta tem mais de uma condição (“${shortened(text)}”), e só uma foi lida: confira.`,
        );
      else {
        target.mostrar_se = { pergunta: found.pergunta, opcoes: found.opcoes };
        if (found.rival !== null)
          target.avisos.push(
            `A pergunta pode depender da ${lidas[found.pergunta]?.codigo} ou da ${lidas[found.rival]?.codigo} (“${shortened(text)}”): confira.`,
          );
        if (
          written?.valores.some((one) => typeof one === 'number') &&
          hasCodesByPlace(lidas[found.pergunta] as Lida)
        )
          target.avisos.push(
            `A pergunta depende de códigos da ${lidas[found.pergunta]?.codigo} (“${shortened(text)}”), que o documento não informa: confira.`,
          );
        if (written?.mais)
          target.avisos.push(
            `A condição cita mais de uma pergunta (“${shortened(text)}”), mas só é possível usar uma: confira.`,
          );
      }
    }
  }
  for (const [from, { saltos, codigo, opcoes }] of lidas.entries()) {
    const targets = new Map<number, number[]>();
    for (const { opcao, para } of saltos) {
      const to = places.of(para, codigo);
      const words =
        opcao === null ? 'Todas as respostas levam' : `A opção “${opcoes[opcao]?.texto ?? opcao + 1}” leva`;
      if (to === from + 1) continue;
      if (opcao === null || to === undefined || to <= from || !opcoes[opcao]) {
        perguntas[from]?.avisos.push(
          to === undefined
            ? `${words} à pergunta ${para}, que não foi encontrada.`
            : to <= from
              ? `${words} de volta à pergunta ${para}: isso não foi lido como condição.`
              : `${words} à pergunta ${para}: confira as perguntas puladas.`,
        );
        continue;
      }
      for (let skipped = from + 1; skipped < to; skipped += 1)
        targets.set(skipped, [...(targets.get(skipped) ?? []), opcao]);
    }
    for (const [skipped, jumping] of targets) {
      const staying = opcoes.flatMap((_, index) => (jumping.includes(index) ? [] : [index]));
      const target = perguntas[skipped];
      if (!target || target.mostrar_se?.pergunta === from) continue;
      if (target.mostrar_se)
        target.avisos.push(`A pergunta também depende da ${codigo}, mas aceita uma só condição: confira.`);
      else if (staying.length === 0)
        target.avisos.push(`Nenhuma opção da ${codigo} leva a esta pergunta: confira.`);
      else target.mostrar_se = { pergunta: from, opcoes: staying };
    }
  }
  return perguntas;
}
