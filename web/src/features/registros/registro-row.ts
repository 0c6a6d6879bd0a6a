import type { listRegistros } from '@escuta/shared/contracts/registros';
import { ACAO_LABEL } from '@escuta/shared/domain/audit-actions';
import type { Wire } from '../../lib/api.ts';

/** An entry of the audit log as the API sends it. */
export type Registro = Wire<typeof listRegistros>['data'][number];

const LABELS: Readonly<Record<string, string>> = ACAO_LABEL;

/** An action's name for people; one that this build does not know keeps its own. */
export function acaoLabel(acao: string): string {
  return LABELS[acao] ?? acao;
}
