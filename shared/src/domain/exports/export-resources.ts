/** Resource whose 'export' right an export needs, in a separate file for pages that only show the button. */
import type { Resource } from '../accounts/permissions.ts';

export const RECURSO_DA_EXPORTACAO = {
  ligacoes: 'audit_item',
  resultados: 'result',
  insights: 'result',
  alertas: 'result',
  entrevistas: 'result',
  extrato: 'credit',
  usuarios: 'user',
  registros: 'user',
  acessos: 'user',
} as const satisfies Record<string, Resource>;
