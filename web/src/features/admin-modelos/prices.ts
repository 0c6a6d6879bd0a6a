import type { ModeloWire, PrecoWire } from '@escuta/shared/contracts/insights/modelos';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';

/** State of a price at a moment (ms since 1970). */
export function stateOf(
  preco: Pick<PrecoWire, 'vigenteDe' | 'vigenteAte'>,
  now: number,
): 'planejado' | 'vigente' | 'passado' {
  if (Date.parse(preco.vigenteDe) > now) return 'planejado';
  return preco.vigenteAte !== null && Date.parse(preco.vigenteAte) <= now ? 'passado' : 'vigente';
}

/** Billing units of a label's purpose. */
export function unitsOf(finalidade: ModeloWire['finalidade']): readonly UnidadePreco[] {
  return finalidade === 'transcricao'
    ? ['minuto_audio', 'token_entrada', 'token_saida']
    : ['token_entrada', 'token_saida'];
}

/** The prices in force, in the order of their units. */
export function pricesInForce(modelo: Pick<ModeloWire, 'finalidade' | 'precos'>, now: number): PrecoWire[] {
  return unitsOf(modelo.finalidade).flatMap(
    (unidade) =>
      modelo.precos.find((preco) => preco.unidade === unidade && stateOf(preco, now) === 'vigente') ?? [],
  );
}

/**
 * True if a model's usage would count as free: no price in force covers its minutes, its tokens of sound, or its tokens
 * in and out of text.
 */
export function isUnpriced(modelo: Pick<ModeloWire, 'finalidade' | 'precos'>, now: number): boolean {
  const has = new Set(pricesInForce(modelo, now).map(({ unidade }) => unidade));
  const tokens = has.has('token_entrada') && has.has('token_saida');
  return modelo.finalidade === 'transcricao' ? !has.has('minuto_audio') && !tokens : !tokens;
}
