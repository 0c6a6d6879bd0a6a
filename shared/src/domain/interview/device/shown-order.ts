/** The order of options and items on an interview's screen, seeded by the interview's id. */
import { type MostrarSe, testsOf } from '../questionnaire/conditions.ts';
import type { RegrasDaOpcao, RegrasDaPergunta, Rodizio } from '../questionnaire/question-rules.ts';
import { isOffered } from '../questionnaire/questionnaire.ts';

/** 32-bit FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Draws numbers in [0, 1) (mulberry32). */
function drawsOf(seed: string): () => number {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(list: readonly T[], draw: () => number): T[] {
  const out = [...list];
  for (let last = out.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    [out[last], out[other]] = [out[other] as T, out[last] as T];
  }
  return out;
}

type Opcao = RegrasDaOpcao & { especial: string | null };

/** True if an option keeps its place: by its rule `fixa`, as 'outro', or as an answer that is not read aloud. */
const stays = ({ fixa, especial }: Opcao): boolean =>
  fixa === true || especial === 'outro' || !isOffered({ especial: especial as 'nao_sabe' | 'recusa' | null });

/** Units that rotation moves: a single option, or a block's options, placed where the block's first option is. */
function unitsOf<O extends Opcao>(opcoes: readonly O[]): O[][] {
  const units: O[][] = [];
  const blocks = new Map<number, O[]>();
  for (const opcao of opcoes) {
    const block = opcao.bloco === undefined ? undefined : blocks.get(opcao.bloco);
    if (block) {
      block.push(opcao);
      continue;
    }
    const unit = [opcao];
    units.push(unit);
    if (opcao.bloco !== undefined) blocks.set(opcao.bloco, unit);
  }
  return units;
}

/**
 * Options in an interview's order.
 * @param semente ids of interview and question
 */
export function orderOf<O extends Opcao>(
  opcoes: readonly O[],
  rodizio: Rodizio | undefined,
  semente: string,
): readonly O[] {
  if (rodizio === undefined) return opcoes;
  const draw = drawsOf(semente);
  const units = unitsOf(opcoes.filter((one) => !stays(one)));
  const start = Math.floor(draw() * units.length);
  const moving =
    rodizio === 'sorteio'
      ? shuffled(units, draw).flat()
      : rodizio === 'rotacao'
        ? [...units.slice(start), ...units.slice(0, start)].flat()
        : draw() < 0.5
          ? units.flat()
          : units.flat().reverse();
  return opcoes.map((one) => (stays(one) ? one : (moving.shift() as O)));
}

type Item = { id: string; mostrarSe: MostrarSe | null } & Pick<RegrasDaPergunta, 'bateria'>;

/**
 * Questions with each rotating battery's items in the interview's order. Items keep their printed order if an item
 * depends on another.
 */
export function itemsInOrder<Q extends Item>(perguntas: readonly Q[], entrevistaId: string): readonly Q[] {
  const out: Q[] = [];
  for (let at = 0; at < perguntas.length; ) {
    const bateria = perguntas[at]?.bateria;
    let end = at + 1;
    while (bateria && perguntas[end]?.bateria?.id === bateria.id) end += 1;
    const run = perguntas.slice(at, end);
    const ids = new Set(run.map(({ id }) => id));
    const depends = run.some(
      ({ mostrarSe }) => mostrarSe && testsOf(mostrarSe).testes.some(({ perguntaId }) => ids.has(perguntaId)),
    );
    const rotates = bateria?.rodizio === true && !depends;
    out.push(...(rotates ? shuffled(run, drawsOf(`${entrevistaId}:${bateria.id}`)) : run));
    at = end;
  }
  return out;
}
