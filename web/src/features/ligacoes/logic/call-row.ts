import type { listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import type { Wire } from '../../../lib/api.ts';
import { formatPhone } from '../../../lib/format.ts';

/** A row of the call report. */
export type CallRow = Wire<typeof listItensDoProjeto>['data'][number];

/** How a call is named in titles and labels: its number, else the person, else its file, else a part of its id. */
export function callLabel(row: {
  id: string;
  numero_destino: string | null;
  nome_entrevistado: string | null;
  arquivo_nome: string | null;
}): string {
  if (row.numero_destino) return formatPhone(row.numero_destino);
  return row.nome_entrevistado || row.arquivo_nome || row.id.slice(0, 8);
}
