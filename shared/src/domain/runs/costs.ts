/** Billable usage of a provider's answer. An absent field is not billed. */
export type UsoProvedor = {
  minutos?: number;
  tokensEntrada?: number;
  tokensSaida?: number;
};

export const UNIDADES_PRECO = ['minuto_audio', 'token_entrada', 'token_saida'] as const;
export type UnidadePreco = (typeof UNIDADES_PRECO)[number];

/** A cost line for each billed unit: minutes (6 decimals) or tokens. */
export function usageLines(uso: UsoProvedor): { unidade: UnidadePreco; quantidade: number }[] {
  const lines = [
    { unidade: 'minuto_audio', quantidade: uso.minutos },
    { unidade: 'token_entrada', quantidade: uso.tokensEntrada },
    { unidade: 'token_saida', quantidade: uso.tokensSaida },
  ] as const;
  return lines.flatMap(({ unidade, quantidade }) =>
    quantidade === undefined || quantidade <= 0
      ? []
      : [{ unidade, quantidade: Math.round(quantidade * 1e6) / 1e6 }],
  );
}

/** A price, valid in [vigenteDe, vigenteAte). */
export type Preco = {
  provedor: string;
  modelo: string;
  unidade: UnidadePreco;
  /** USD per minute or token, exact. */
  precoUsd: string;
  vigenteDe: Date;
  vigenteAte: Date | null;
};

export function priceAt(
  precos: readonly Preco[],
  what: { provedor: string; modelo: string; unidade: UnidadePreco },
  at: Date,
): Preco | null {
  let best: Preco | null = null;
  for (const preco of precos) {
    if (preco.provedor !== what.provedor || preco.modelo !== what.modelo || preco.unidade !== what.unidade) {
      continue;
    }
    if (preco.vigenteDe > at || (preco.vigenteAte !== null && preco.vigenteAte <= at)) continue;
    if (best === null || preco.vigenteDe > best.vigenteDe) best = preco;
  }
  return best;
}

/** Rounds USD to the 4 displayed decimals. */
export function roundUsd(usd: number): number {
  return Math.round((usd + Number.EPSILON) * 10_000) / 10_000;
}
