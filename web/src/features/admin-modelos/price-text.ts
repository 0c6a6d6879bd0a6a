import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';

/** Unit of shown prices: a minute or a million tokens. The shown price is the stored price times 10^`decimais`. */
export const UNIDADE_INFO: Record<
  UnidadePreco,
  { label: string; curto: string; por: string; decimais: number }
> = {
  minuto_audio: { label: 'Minuto de áudio', curto: 'Áudio', por: 'por minuto', decimais: 0 },
  token_entrada: { label: 'Tokens de entrada', curto: 'Entrada', por: 'por 1 mi de tokens', decimais: 6 },
  token_saida: { label: 'Tokens de saída', curto: 'Saída', por: 'por 1 mi de tokens', decimais: 6 },
};

/** Moves a decimal point right (negative `places`: left) in the text, because floating-point numbers are inexact. */
function movePoint(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0');
  const at = Math.max(1, point);
  const full = padded.padEnd(Math.max(padded.length, at), '0');
  const left = full.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = full.slice(at).replace(/0+$/, '');
  return right ? `${left}.${right}` : left;
}

/** Price for people in the shown unit, with at least two decimals: '0.000004' USD a token → '4,00'. */
export function showPrice(precoUsd: string, unidade: UnidadePreco): string {
  const [whole = '0', fraction = ''] = movePoint(precoUsd, UNIDADE_INFO[unidade].decimais).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction.padEnd(2, '0')}`;
}

/**
 * Parses a typed price in the shown unit ('4', '4,00', '0,0045', 'US$ 1.200,50') into exact USD for a minute or token,
 * as the API takes it; null if invalid, out of range or with too many decimals.
 */
export function parsePrice(text: string, unidade: UnidadePreco): string | null {
  const plain = text.replace(/US\$/i, '').replace(/\s/g, '');
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(plain)) return null;
  const decimal = plain.replaceAll('.', '').replace(',', '.');
  const exact = movePoint(decimal, -UNIDADE_INFO[unidade].decimais);
  return /^\d{1,5}(\.\d{1,12})?$/.test(exact) ? exact : null;
}
