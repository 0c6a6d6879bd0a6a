import type { RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import { SENTIMENTO_LABEL, SENTIMENTOS, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import type { Medida } from '../numbers.ts';
import { readQualidade } from '../repo.ts';
import type { Pedido } from '../service.ts';
import { sumByStep } from './compare.ts';
import { addQuality, byProject, noQuality, type Quality, share } from './measures.ts';

const SENTIMENTO_NOME: Record<Sentimento, string> = {
  positivo: 'Positivas',
  neutro: 'Neutras',
  negativo: 'Negativas',
};

export async function sentimento(pedido: Pedido): Promise<RelatorioWire> {
  const { deps, alvo, laid, numbers, head } = pedido;
  const medidas = SENTIMENTOS.map(
    (sentido): Medida<Quality> => ({
      chave: sentido,
      nome: SENTIMENTO_NOME[sentido],
      unidade: 'ligacoes',
      valor: (v) => v[sentido],
      n: (v) => v[sentido],
      filtro: { sentimento: sentido },
    }),
  );
  const negativas: Medida<Quality> = {
    ...(medidas[2] as Medida<Quality>),
    chave: 'parte_negativa',
    nome: 'Percentual de negativas',
    unidade: 'parte',
    valor: (v) => share(v.negativo, v.positivo + v.neutro + v.negativo),
  };
  const [rows, projetos] = await Promise.all([
    readQualidade(deps.db, alvo, false),
    byProject(pedido, `${SENTIMENTO_LABEL.negativo}: percentual por projeto`, negativas),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  return {
    ...head,
    numeros: [...medidas, negativas].map((medida) => numbers.numero(laid, medida, sums)),
    series: medidas.map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [projetos],
  };
}
