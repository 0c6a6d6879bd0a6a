/** Random samples of calls: how many from each stratum. The hash of seed and id chooses the calls. */

export const METODOS_AMOSTRA = ['por_agente_semana', 'por_agente', 'percentual', 'total'] as const;
export type MetodoAmostra = (typeof METODOS_AMOSTRA)[number];
export const METODO_AMOSTRA_LABEL: Readonly<Record<MetodoAmostra, string>> = {
  por_agente_semana: 'Por agente, por semana',
  por_agente: 'Por agente',
  percentual: 'Percentual das ligações',
  total: 'Total de ligações',
};

/** Strata for drawing a share or a total evenly. */
export const ESTRATOS_AMOSTRA = ['nenhum', 'agente', 'direcao'] as const;
export type EstratoAmostra = (typeof ESTRATOS_AMOSTRA)[number];
export const ESTRATO_AMOSTRA_LABEL: Readonly<Record<EstratoAmostra, string>> = {
  nenhum: 'Sem divisão',
  agente: 'Na mesma proporção para cada agente',
  direcao: 'Na mesma proporção para recebidas e efetuadas',
};

/** Maximum calls in a sample, and maximum calls to draw from. */
export const AMOSTRA_MAX = 5000;
export const UNIVERSO_MAX = 100_000;
/** Maximum strata (agents × weeks). */
export const ESTRATOS_MAX = 5000;

export type PedidoAmostra = { metodo: MetodoAmostra; quantidade: number };
export type Estrato = { chave: string; n: number };

/**
 * Calls to draw from each stratum, in the given order. By agent: `quantidade` of each, or all. 'percentual' and
 * 'total': in proportion, remainders to the largest fractions (Hare's method), ties to the earlier stratum.
 */
export function quotasOf(estratos: readonly Estrato[], { metodo, quantidade }: PedidoAmostra): number[] {
  if (metodo === 'por_agente' || metodo === 'por_agente_semana') {
    return estratos.map(({ n }) => Math.min(n, quantidade));
  }
  const all = estratos.reduce((sum, { n }) => sum + n, 0);
  const wanted = metodo === 'total' ? quantidade : Math.max(1, Math.round((all * quantidade) / 100));
  const drawn = Math.min(all, wanted);
  if (all === 0) return estratos.map(() => 0);
  const exact = estratos.map(({ n }) => (n * drawn) / all);
  const quotas = exact.map(Math.floor);
  const rest = drawn - quotas.reduce((sum, n) => sum + n, 0);
  const byFraction = exact
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .sort((a, b) => b.fraction - a.fraction || a.index - b.index);
  for (const { index } of byFraction.slice(0, rest)) quotas[index] = (quotas[index] ?? 0) + 1;
  return quotas;
}
