import { priceAt, type UnidadePreco, type UsoProvedor, usageLines } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';

/** A unit that an answer bills, at the price in force; `usd` is 0 where it has none (`unpriced`). */
export type CostLine = { unidade: UnidadePreco; quantidade: number; usd: number; unpriced: boolean };

/** What an answer costs, a line for each unit that it bills. */
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
