import { priceAt, type UnidadePreco, type UsoProvedor, usageLines } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';

/** A billed unit at the price in force; `usd` is 0 without a price (`unpriced`). */
export type CostLine = { unidade: UnidadePreco; quantidade: number; usd: number; unpriced: boolean };

/** Computes an answer's cost, a line per billed unit. */
export async function costOf(
  catalog: Pick<ModelCatalog, 'prices'>,
  alvo: AlvoModelo,
  uso: UsoProvedor,
): Promise<CostLine[]> {
  const precos = await catalog.prices();
  const now = new Date();
  return usageLines(uso).map(({ unidade, quantidade }) => {
    const preco = priceAt(precos, { ...alvo, unidade }, now);
    return { unidade, quantidade, usd: preco ? quantidade * Number(preco.precoUsd) : 0, unpriced: !preco };
  });
}
