/** Parses BRL as typed ('1.200', '1.200,5', 'R$ 1.200,50', '1200,50') into cents; null if invalid. */
export function parseReais(text: string): number | null {
  const plain = text.replace(/R\$/i, '').replace(/\s/g, '');
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?$/.test(plain)) return null;
  const [whole = '', cents = ''] = plain.replaceAll('.', '').split(',');
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(value) ? value : null;
}

/** BRL cents in the input's format: '1.200,00'; '' for no price. */
export function showReais(centavos: number | null): string {
  return centavos === null
    ? ''
    : (centavos / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
