import { formatPhone } from '../../../lib/format.ts';
import type { Resultado } from '../sections/overview.tsx';

/** What a sentence about the item calls it by: a call by its number, an interview by who was interviewed. */
export function labelOf(item: Resultado['auditoriaItem']): string {
  if (item.perfil === 'ligacao') return item.numeroDestino ? formatPhone(item.numeroDestino) : 'sem número';
  return item.nomeEntrevistado ? `de ${item.nomeEntrevistado}` : (item.arquivoNome ?? 'sem nome');
}

/** The page's heading, of an item whose data stand. */
export function headingOf(item: Resultado['auditoriaItem']): string {
  if (item.perfil === 'entrevista') return item.nomeEntrevistado || item.arquivoNome || 'Entrevista sem nome';
  return item.numeroDestino ? formatPhone(item.numeroDestino) : item.arquivoNome || 'Ligação sem número';
}
