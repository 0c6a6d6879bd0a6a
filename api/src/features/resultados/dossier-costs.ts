import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import { ETAPA_DE_CUSTO_LABEL } from '@escuta/shared/domain/runs/status';
import type { ConteudoDoDossie } from './dossier-content.ts';

/** Prices of tokens are per million, like providers state them. */
const UNIDADE: Record<UnidadePreco, { uso: string; preco: string; por: number }> = {
  minuto_audio: { uso: 'minutos de áudio', preco: 'minuto', por: 1 },
  token_entrada: { uso: 'tokens de entrada', preco: 'milhão de tokens', por: 1_000_000 },
  token_saida: { uso: 'tokens de saída', preco: 'milhão de tokens', por: 1_000_000 },
};

/** Cost lines in words for people; `preco` and `total` in US$. */
export function costRows({ custos }: ConteudoDoDossie) {
  return custos.map(({ etapa, modelo, unidade, quantidade, preco_usd: preco, total_usd: total }) => ({
    etapa: ETAPA_DE_CUSTO_LABEL[etapa],
    modelo,
    unidade: UNIDADE[unidade].uso,
    uso: quantidade,
    preco: preco * UNIDADE[unidade].por,
    porQuanto: UNIDADE[unidade].preco,
    total,
  }));
}
