import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_TAREFA } from '../../domain/filters/lists/tasks.ts';
import { STATUS_TAREFA, type TipoTarefa } from '../../domain/tasks/task-names.ts';
import { TAREFAS } from '../../domain/tasks/tasks.ts';
import { dateTime, idParams, ok, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Tarefas';
/** People who may process recordings may also see the company's tasks. */
const access = { who: 'user', can: ['audit_item', 'process'] } as const;
const contagem = z.number().int().min(0);

const comum = {
  id: z.uuid(),
  /** Null for a task of the whole installation. */
  empresa: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  /** The person who started the task, if any. `nome`: null if the person was deleted. */
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  /** The single target, if any. `nome`: null if the target was deleted; for a portal audit, the project's name. */
  alvo: z
    .object({
      tipo: z.enum(['projeto', 'auditoria', 'questionario', 'preparo', 'lote_gravacoes', 'importacao']),
      id: z.uuid(),
      nome: z.string().nullable(),
      /** The project whose pages show the target; null without a project, or if the project was deleted. */
      projetoId: z.uuid().nullable(),
    })
    .nullable(),
  status: z.enum(STATUS_TAREFA),
  progresso: z.object({
    feito: contagem,
    /** Steps of the whole task; null while unknown. */
    total: contagem.nullable(),
    falhas: contagem,
  }),
  /** Reason why the task ended early, in words for people. */
  erro: z.string().nullable(),
  /** Time of the request to cancel; the task ends after its current step. */
  cancelamentoPedidoEm: dateTime.nullable(),
  /** Time of the request to pause; the task pauses after its current step. */
  pausaPedidaEm: dateTime.nullable(),
  criadaEm: dateTime,
  iniciadaEm: dateTime.nullable(),
  terminadaEm: dateTime.nullable(),
  expiraEm: dateTime.nullable(),
  pode: z.object({ pausar: z.boolean(), cancelar: z.boolean(), continuar: z.boolean() }),
};

const deTipo = <T extends TipoTarefa>(tipo: T) =>
  z.object({
    tipo: z.literal(tipo),
    ...comum,
    resultado: TAREFAS[tipo].resultado.nullable() as unknown as z.ZodNullable<
      (typeof TAREFAS)[T]['resultado']
    >,
  });

export const tarefa = z.discriminatedUnion('tipo', [
  deTipo('reprocessar_falhas'),
  deTipo('gerar_insights'),
  deTipo('ler_questionario'),
  deTipo('ler_auditoria'),
  deTipo('criar_auditoria'),
  deTipo('reindexar'),
  deTipo('lote'),
  deTipo('ler_gravacoes'),
  deTipo('anexar_gravacoes'),
  deTipo('desfazer_gravacoes'),
  deTipo('exportar'),
  deTipo('resolver_agentes'),
  deTipo('importar_ligacoes'),
  deTipo('desfazer_importacao'),
  deTipo('reler_planilhas'),
  deTipo('recontar_notas'),
  deTipo('recontar_criterios'),
  deTipo('ler_com_ia'),
]);
export type TarefaWire = z.infer<typeof tarefa>;

export const listTarefas = defineContract({
  id: 'listTarefas',
  method: 'GET',
  path: '/tarefas',
  access,
  summary: 'Tarefas da empresa (de um administrador: de todas), da mais nova à mais antiga',
  tag,
  topic: 'tarefas',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    ...filterFields(FILTROS_TAREFA),
  }),
  response: okPage(tarefa),
});

export const getTarefa = defineContract({
  id: 'getTarefa',
  method: 'GET',
  path: '/tarefas/{id}',
  access,
  summary: 'Uma tarefa: andamento, situação e resultado',
  tag,
  topic: 'tarefas',
  params: idParams,
  response: ok(tarefa),
});

export const cancelTarefa = defineContract({
  id: 'cancelTarefa',
  method: 'POST',
  path: '/tarefas/{id}/cancelar',
  access,
  summary: 'Cancelar uma tarefa aberta: o que já foi feito fica; quem a pediu, um gestor ou um administrador',
  tag,
  touches: ['tarefas', 'falhas', 'creditos', 'itens'],
  params: idParams,
  /** `retirar`: also cancels a bulk run's runs that no worker has claimed, and refunds their credits. */
  body: z.object({ retirar: z.boolean().optional() }).nullish(),
  response: ok(tarefa),
});

export const pauseTarefa = defineContract({
  id: 'pauseTarefa',
  method: 'POST',
  path: '/tarefas/{id}/pausar',
  access,
  summary:
    'Pausar uma tarefa que vai por partes: o que está em andamento termina; quem a pediu, um gestor ou um administrador',
  tag,
  touches: ['tarefas'],
  params: idParams,
  response: ok(tarefa),
});

export const resumeTarefa = defineContract({
  id: 'resumeTarefa',
  method: 'POST',
  path: '/tarefas/{id}/continuar',
  access,
  summary: 'Continuar de onde parou uma tarefa pausada, cancelada ou que terminou com erro',
  tag,
  touches: ['tarefas', 'falhas'],
  status: 202,
  params: idParams,
  response: ok(tarefa),
});
