import { LIMITES_REGRAS } from '../../interview/questionnaire/question-rules.ts';
import type { PerguntaLida } from './read-questionnaire.ts';

/** A battery's words (`texto`), and the item's own (`item`). `inicio`: index of the battery's first question. */
export type ItemLido = { inicio: number; texto: string; item: string };

/** The parts that all items of a battery share, as a text for comparison. */
const formOf = ({ tipo, minimo, maximo, opcoes, mostrar_se, bateria }: PerguntaLida): string =>
  JSON.stringify([
    ...[bateria?.grupo, bateria?.texto, tipo, minimo, maximo, mostrar_se],
    opcoes.map(({ texto, valor, especial }) => [texto, valor, especial]),
  ]);

const isCertain = ({ bateria, avisos, tipo, opcoes, minimo }: PerguntaLida): boolean =>
  bateria !== undefined &&
  avisos.length === 0 &&
  (opcoes.length > 1 || (tipo === 'escala' && minimo !== null)) &&
  bateria.item.trim() !== '' &&
  bateria.texto.trim() !== '' &&
  bateria.texto.length <= LIMITES_REGRAS.bateria;

/**
 * Items of batteries by index: two or more questions in a row, read under the same words, with the same answers, and
 * without a notice.
 */
export function itemsOfBatteries(perguntas: readonly PerguntaLida[]): Map<number, ItemLido> {
  const items = new Map<number, ItemLido>();
  for (let inicio = 0; inicio < perguntas.length; ) {
    const first = perguntas[inicio] as PerguntaLida;
    let end = inicio + 1;
    if (isCertain(first)) {
      const form = formOf(first);
      const isNext = (one: PerguntaLida | undefined) => one && isCertain(one) && formOf(one) === form;
      while (isNext(perguntas[end])) end += 1;
      // An uncertain item makes its battery's end uncertain, so the battery has no items.
      const all = perguntas.filter(({ bateria }) => bateria?.grupo === first.bateria?.grupo).length;
      for (const [at, { bateria }] of perguntas.slice(inicio, end).entries())
        if (bateria && end - inicio > 1 && end - inicio === all)
          items.set(inicio + at, { inicio, texto: bateria.texto, item: bateria.item });
    }
    inicio = end;
  }
  return items;
}
