import type { ModeloWire, PrecoWire } from '@escuta/shared/contracts/insights/modelos';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';

/** State of a price at `now` (ms since 1970): planned, in force or past. */
export function stateOf(
  preco: Pick<PrecoWire, 'vigenteDe' | 'vigenteAte'>,
  now: number,
): 'planejado' | 'vigente' | 'passado' {
  if (Date.parse(preco.vigenteDe) > now) return 'planejado';
  return preco.vigenteAte !== null && Date.parse(preco.vigenteAte) <= now ? 'passado' : 'vigente';
}

/** Units in which models of a purpose are billed: minutes of audio, and tokens in and out. */
export function unitsOf(finalidade: ModeloWire['finalidade']): readonly UnidadePreco[] {
  return finalidade === 'transcricao'
    ? ['minuto_audio', 'token_entrada', 'token_saida']
    : ['token_entrada', 'token_saida'];
}

/** The model's prices in force at `now` (ms since 1970), in the order of their units. */
export function pricesInForce(modelo: Pick<ModeloWire, 'finalidade' | 'precos'>, now: number): PrecoWire[] {
  return unitsOf(modelo.finalidade).flatMap(
    (unidade) =>
      modelo.precos.find((preco) => preco.unidade === unidade && stateOf(preco, now) === 'vigente') ?? [],
  );
}

/**
 * True if the usage of a model would count as free: a text model needs prices in force for tokens in and out; a
 * transcription model needs these or a price for minutes.
 */
export function isUnpriced(modelo: Pick<ModeloWire, 'finalidade' | 'precos'>, now: number): boolean {
  const has = new Set(pricesInForce(modelo, now).map(({ unidade }) => unidade));
  const tokens = has.has('token_entrada') && has.has('token_saida');
  return modelo.finalidade === 'transcricao' ? !has.has('minuto_audio') && !tokens : !tokens;
}
