/** Parses gigabytes in Brazilian notation: '1.000', '2,5'; null if invalid or with too many decimals. */
export function parseGb(text: string): number | null {
  const plain = text.trim();
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,6})?$/.test(plain)) return null;
  return Number(plain.replaceAll('.', '').replace(',', '.'));
}

/** Gigabytes in Brazilian notation: '1.000', '2,5'. */
export const showGb = (gb: number): string => gb.toLocaleString('pt-BR', { maximumFractionDigits: 6 });
