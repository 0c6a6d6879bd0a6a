/** An answer to a criterion, stored in `item_qualidade.criterios`. */
type RespostaDaLigacao = {
  templateId: string;
  /** First 8 hexadecimal digits of the MD5 of the criterion's description. */
  serie: string;
  atendido: 'sim' | 'nao';
  criterio: string;
};

/** Maximum characters of an entry; criterion ids have at most 100. */
export const CRITERIO_DA_LIGACAO_MAX = 148;

/** Text of an entry, as the SQL function `escuta_criterios_da_execucao` writes it. */
export function criterionEntry({ templateId, serie, atendido, criterio }: RespostaDaLigacao): string {
  return `${templateId} ${serie} ${atendido === 'sim' ? 's' : 'n'} ${criterio}`;
}

const ENTRY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9a-f]{8}) ([sn]) (.+)$/s;

/** Reads an entry; null: invalid. */
export function readCriterionEntry(entry: string): RespostaDaLigacao | null {
  const [, templateId, serie, atendido, criterio] = ENTRY.exec(entry) ?? [];
  if (!templateId || !serie || !criterio) return null;
  return { templateId, serie, atendido: atendido === 's' ? 'sim' : 'nao', criterio };
}
