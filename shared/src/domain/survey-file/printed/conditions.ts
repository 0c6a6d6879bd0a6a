/** Who is asked what: from where people are sent on, and from what stands at a question about it. */
import type { PerguntaLida } from '../read-questionnaire.ts';
import { type CondicaoEscrita, conditionOf, optionsMeant } from './condition-notes.ts';
import type { Lida } from './reading.ts';
import { plainCode } from './skips.ts';

/** A code without the part of a battery's row: '8' of '8a', '8.2'. */
const baseOf = (code: string): string => code.replace(/(?:\.\d+|[a-z])$/u, '');

/** Finds questions by codes as documents cite them; the first row of a battery stands for the battery. */
class Lugares {
  readonly #places = new Map<string, number>();

  constructor(lidas: readonly Lida[]) {
    const codes = lidas.map(({ codigo }) => plainCode(codigo));
    for (const one of [codes, codes.map(baseOf)])
      for (const [at, code] of one.entries()) if (!this.#places.has(code)) this.#places.set(code, at);
  }

  /** @param citing the code of the question where it is cited: 'Passe ao 8' in A5 is A8 */
  of(code: string, citing: string): number | undefined {
    const letters = /^(?!P\d)[A-Z]+/u.exec(citing)?.[0] ?? '';
    return this.#places.get(code) ?? this.#places.get(`${letters}${code}`);
  }
}

const isChosen = ({ tipo }: Lida): boolean => tipo === 'escolha' || tipo === 'multipla';

/** What a note at a question means; a text: why it is no condition. */
function meant(
  lidas: readonly Lida[],
  place: number,
  written: CondicaoEscrita,
  places: Lugares,
): { pergunta: number; opcoes: number[] } | string {
  const own = baseOf(plainCode(lidas[place]?.codigo ?? ''));
  const before = lidas.slice(0, place).findLastIndex(({ codigo }) => baseOf(plainCode(codigo)) !== own);
  const from = written.de === null ? before : places.of(written.de, lidas[place]?.codigo ?? '');
  const asked = from === undefined ? undefined : lidas[from];
  if (from === undefined || !asked)
    return `depende da pergunta ${written.de ?? 'anterior'}, que não foi encontrada`;
  if (from >= place) return `depende da ${asked.codigo}, que não vem antes dela`;
  if (!isChosen(asked)) return `depende da ${asked.codigo}, que não é respondida por opções`;
  const opcoes = optionsMeant(written, asked.opcoes);
  return opcoes ? { pergunta: from, opcoes } : `não se sabe de quais opções da ${asked.codigo} depende`;
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/**
 * The questions with their conditions. A question holds one condition; where a document wants two of one, the first stands and the rest is
 * named.
 */
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
      avisos,
      instrucoes,
      lerOpcoes,
    }): PerguntaLida => ({
      ...{ codigo, texto, tipo, obrigatoria, minimo, maximo, unidade, opcoes },
      avisos: [...avisos],
      ler_opcoes: lerOpcoes ?? true,
      instrucao: instrucoes.filter(Boolean).join(' ').slice(0, 1000).trim() || null,
      mostrar_se: null,
    }),
  );
  for (const [place, { condicoes }] of lidas.entries()) {
    const target = perguntas[place];
    for (const text of target ? condicoes : []) {
      const written = conditionOf(text);
      const found = written ? meant(lidas, place, written, places) : 'a condição não foi entendida';
      if (!target) continue;
      if (typeof found === 'string') {
        target.avisos.push(`Só é feita em certos casos (“${shortened(text)}”): ${found}. Confira.`);
        target.instrucao = [text, target.instrucao].filter(Boolean).join(' ').slice(0, 1000);
      } else if (target.mostrar_se)
        target.avisos.push(`Tem mais de uma condição (“${shortened(text)}”), e só uma cabe: confira.`);
      else {
        target.mostrar_se = found;
        if (written?.mais)
          target.avisos.push(
            `Depende de mais de uma pergunta (“${shortened(text)}”), e só uma condição cabe: confira.`,
          );
      }
    }
  }
  for (const [from, { saltos, codigo, opcoes }] of lidas.entries()) {
    const targets = new Map<number, number[]>();
    for (const { opcao, para } of saltos) {
      const to = places.of(para, codigo);
      const words = opcao === null ? 'todas as respostas' : `a opção '${opcoes[opcao]?.texto ?? opcao + 1}'`;
      // Whoever goes on with the next question skips none.
      if (to === from + 1) continue;
      if (opcao === null || to === undefined || to <= from || !opcoes[opcao]) {
        perguntas[from]?.avisos.push(
          to === undefined
            ? `Manda ${words} para a pergunta ${para}, que não foi encontrada.`
            : to <= from
              ? `Manda ${words} de volta para a pergunta ${para}: isso não foi lido como condição.`
              : `Manda ${words} para a pergunta ${para}: confira quem responde as perguntas no meio.`,
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
        target.avisos.push(`Também depende da ${codigo}, e só uma condição cabe: confira.`);
      else if (staying.length === 0)
        target.avisos.push(`Nenhuma opção da ${codigo} leva a esta pergunta: confira.`);
      else target.mostrar_se = { pergunta: from, opcoes: staying };
    }
  }
  return perguntas;
}
