/**
 * Gigabytes as people type them in Brazil: '1.000', '2,5' → a number; null when it is none, or has too many decimals.
 */
export function parseGb(text: string): number | null {
  const plain = text.trim();
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,6})?$/.test(plain)) return null;
  return Number(plain.replaceAll('.', '').replace(',', '.'));
}

/** Gigabytes as the input and the page show them: '1.000', '2,5'. */
export const showGb = (gb: number): string => gb.toLocaleString('pt-BR', { maximumFractionDigits: 6 });
