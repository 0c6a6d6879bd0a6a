export const TIPO_DO_FORMATO = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
} as const;

/** A portable file name with São Paulo's day: 'ligacoes-vendas-2026-11-23.xlsx'. */
export function exportName(
  what: string,
  about: string,
  formato: keyof typeof TIPO_DO_FORMATO,
  now = new Date(),
): string {
  const plain = about
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(now);
  return `${[what, plain, today].filter(Boolean).join('-')}.${formato}`;
}
