import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { exportar } from './kinds/exportar.ts';
import { gerarInsights } from './kinds/gerar-insights.ts';
import { anexarGravacoes } from './kinds/intake/anexar-gravacoes.ts';
import { criarAuditoria } from './kinds/intake/criar-auditoria.ts';
import { desfazerGravacoes } from './kinds/intake/desfazer-gravacoes.ts';
import { desfazerImportacao } from './kinds/intake/desfazer-importacao.ts';
import { importarLigacoes } from './kinds/intake/importar-ligacoes.ts';
import { lerAuditoria } from './kinds/intake/ler-auditoria.ts';
import { lerComIa } from './kinds/intake/ler-com-ia.ts';
import { lerGravacoes } from './kinds/intake/ler-gravacoes.ts';
import { lerQuestionario } from './kinds/intake/ler-questionario.ts';
import { lote } from './kinds/lote.ts';
import { recontarCriterios } from './kinds/recontar-criterios.ts';
import { recontarNotas } from './kinds/recontar-notas.ts';
import { reindexar } from './kinds/reindexar.ts';
import { relerPlanilhas } from './kinds/reler-planilhas.ts';
import { reprocessarFalhas } from './kinds/reprocessar-falhas.ts';
import { resolverAgentes } from './kinds/resolver-agentes.ts';
import type { TaskKind } from './task.ts';

/** All kinds of tasks; a missing kind does not compile. */
export const TASK_KINDS: { readonly [T in TipoTarefa]: TaskKind<T> } = {
  reprocessar_falhas: reprocessarFalhas,
  gerar_insights: gerarInsights,
  ler_questionario: lerQuestionario(),
  ler_auditoria: lerAuditoria,
  criar_auditoria: criarAuditoria,
  reindexar,
  lote,
  ler_gravacoes: lerGravacoes,
  anexar_gravacoes: anexarGravacoes,
  desfazer_gravacoes: desfazerGravacoes,
  exportar,
  resolver_agentes: resolverAgentes,
  importar_ligacoes: importarLigacoes,
  desfazer_importacao: desfazerImportacao,
  reler_planilhas: relerPlanilhas,
  recontar_notas: recontarNotas,
  recontar_criterios: recontarCriterios,
  ler_com_ia: lerComIa,
};
