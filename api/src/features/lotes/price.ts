import type { CustoDeExecucao } from '@escuta/shared/domain/runs/bulk-estimate';
import { type Preco, priceAt } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { HistoriaRow } from './repo.ts';

/**
 * Costs of a past run at today's prices. A transcription takes the price of today's transcription model if that model
 * has a price in the same unit. Lines without a price of today keep the paid price.
 */
export function costOfRun(
  { minutos, linhas }: HistoriaRow,
  precos: readonly Preco[],
  transcricaoHoje: AlvoModelo | null,
  now: Date,
): CustoDeExecucao {
  const run: CustoDeExecucao = { minutos, templates: {} };
  for (const { etapa, template, provedor, modelo, unidade, quantidade, precoUsd } of linhas) {
    const today =
      etapa === 'transcricao' && transcricaoHoje
        ? priceAt(precos, { ...transcricaoHoje, unidade }, now)
        : null;
    const price = today ?? priceAt(precos, { provedor, modelo, unidade }, now);
    const usd = quantidade * Number(price?.precoUsd ?? precoUsd);
    if (etapa === 'transcricao') run.transcricao = (run.transcricao ?? 0) + usd;
    else if (template !== null) run.templates[template] = (run.templates[template] ?? 0) + usd;
    else run.texto = (run.texto ?? 0) + usd;
  }
  return run;
}
