import { AppError } from '@escuta/shared/domain/errors';
import { wholeMonths } from '@escuta/shared/domain/reports/period';
import { readPalavras } from '../repo.ts';
import type { Pedido } from '../service.ts';
import { logOdds, Z_NOTAVEL } from './log-odds.ts';

const PALAVRAS_MAX = 40;

export async function palavras({ deps: { db }, alvo, laid, head }: Pedido) {
  if (alvo.agenteId) {
    throw new AppError(
      'regra_violada',
      'As palavras não são contadas por agente: remova o agente do filtro.',
    );
  }
  const { agora: periodo, antes: anterior } = wholeMonths(laid.periodo);
  const said = await readPalavras(db, alvo, { agora: periodo, antes: anterior });
  return {
    ...head,
    periodo,
    anterior,
    numeros: [],
    comparados: { agora: periodo, antes: anterior },
    totais: { agora: said.agora, antes: said.antes },
    palavras: logOdds(said.palavras, said)
      .filter(({ z }) => Math.abs(z) >= Z_NOTAVEL)
      .slice(0, PALAVRAS_MAX),
    avisos: ['As palavras são contadas por meses inteiros, pela data da conversa.'],
  };
}
