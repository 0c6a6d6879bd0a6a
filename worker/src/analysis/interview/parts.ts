import type { ItemEmAberto } from '@escuta/shared/domain/interview/comparison/comparison';

/** Items of one call B, and characters of what it is shown of them: some ten thousand tokens. */
const ITEMS_MAX = 30;
const CHARACTERS_MAX = 30_000;

type Shown = Pick<ItemEmAberto, 'pergunta' | 'opcoes' | 'falado' | 'contexto' | 'digitado'>;

const charactersOf = ({ pergunta, opcoes, falado, contexto, digitado }: Shown): number =>
  [pergunta, ...opcoes, falado, contexto ?? '', digitado ?? ''].reduce((sum, { length }) => sum + length, 0);

/** Items as they are asked for together, in their order. One that is longer than a call may be is asked for by itself. */
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
