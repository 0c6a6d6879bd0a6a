import type { ItemEmAberto } from '@escuta/shared/domain/interview/comparison/comparison';

/** Greatest number of items, and of characters (about 10,000 tokens), in a comparison request. */
const ITEMS_MAX = 30;
const CHARACTERS_MAX = 30_000;

type Shown = Pick<ItemEmAberto, 'pergunta' | 'opcoes' | 'falado' | 'contexto' | 'digitado'>;

const charactersOf = ({ pergunta, opcoes, falado, contexto, digitado }: Shown): number =>
  [pergunta, ...opcoes, falado, contexto ?? '', digitado ?? ''].reduce((sum, { length }) => sum + length, 0);

/** Groups items into requests, in order; an oversized item gets a separate request. */
export function partsOf<T extends Shown>(itens: readonly T[]): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const item of itens) {
    const characters = charactersOf(item);
    const last = parts.at(-1);
    if (last && last.length < ITEMS_MAX && characters <= room) last.push(item);
    else {
      parts.push([item]);
      room = CHARACTERS_MAX;
    }
    room -= characters;
  }
  return parts;
}
