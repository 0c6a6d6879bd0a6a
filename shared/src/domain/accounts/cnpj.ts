/** Makes a CNPJ upper case, without punctuation, as it is stored. */
export function normalizeCnpj(text: string): string {
  return text.replace(/[.\-/\s]/g, '').toUpperCase();
}

function checkDigit(chars: string): number {
  let sum = 0;
  let weight = 2;
  for (let i = chars.length - 1; i >= 0; i--) {
    sum += (chars.charCodeAt(i) - 48) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/**
 * True for 12 characters of [A-Z0-9] and 2 correct check digits: modulo 11 over (ASCII code − 48), weights 2 to 9 from
 * the right (Receita Federal, Instrução Normativa RFB 2.229/2024, in force since July 2026).
 */
export function isValidCnpj(text: string): boolean {
  const cnpj = normalizeCnpj(text);
  if (!/^[A-Z0-9]{12}\d{2}$/.test(cnpj) || /^(.)\1{13}$/.test(cnpj)) return false;
  const first = checkDigit(cnpj.slice(0, 12));
  const second = checkDigit(cnpj.slice(0, 12) + first);
  return cnpj.endsWith(`${first}${second}`);
}

/** Formats 12ABC34501DE35 as 12.ABC.345/01DE-35. Texts of another length are unchanged. */
export function formatCnpj(cnpj: string): string {
  const c = normalizeCnpj(cnpj);
  if (c.length !== 14) return cnpj;
  return `${c.slice(0, 2)}.${c.slice(2, 5)}.${c.slice(5, 8)}/${c.slice(8, 12)}-${c.slice(12)}`;
}
