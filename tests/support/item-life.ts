// For the tests of an item's life table: makes an item in each state; does each act with the product's functions.

import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { type AtoItem, type EstadoItem, stateOfItem, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';
import type { StatusExecucao } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { readFacts } from '@escuta/shared/services/items/life';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { withdrawRuns } from '@escuta/shared/services/runs/bulk-runs';
import { requestRun } from '@escuta/shared/services/runs/request';
import { assign } from '../../api/src/features/atribuicoes/service.ts';
import { eraseItem } from '../../api/src/features/auditoria-items/erasure/erasure-repo.ts';
import { putBack } from '../../api/src/features/auditoria-items/recording/former-repo.ts';
import {
  attachRecording,
  detachRecording,
} from '../../api/src/features/auditoria-items/recording/recording-repo.ts';
import { deleteItem, editItem } from '../../api/src/features/auditoria-items/repo.ts';
import type { Session } from '../../api/src/sign-in/session.ts';
import { closeStage, finishRun } from '../../worker/src/engine/run-repo.ts';
import { attachNext, takeBackNext } from '../../worker/src/recordings/attach.ts';
import type { Lote } from '../../worker/src/recordings/batch-repo.ts';
import { desfazerImportacao } from '../../worker/src/tasks/kinds/intake/desfazer-importacao.ts';
import type { TaskContext } from '../../worker/src/tasks/task.ts';
import type { TestApp } from './app.ts';
import { createAuditoria, createProjeto, createTenant } from './factories.ts';

/** The rows that a test file's items need. */
export type Chao = Awaited<ReturnType<typeof layGround>>;

export async function layGround(test: TestApp) {
  const tenant = await createTenant(test.deps, { creditos: 100_000 });
  const projeto = await createProjeto(test.deps, tenant.empresa, { tipoProjeto: 'call_center' });
  const auditoria = await createAuditoria(test.deps, projeto, { padrao: true });
  return {
    test,
    tenant,
    projeto,
    auditoria,
    scope: { kind: 'empresa', empresaId: tenant.empresa.id } as Scope,
  };
}

/** The acting person. */
export type Quem = 'gerente' | 'usuario' | 'outro_gerente';

/** An item with the ids that a test needs to act on it. */
export type ItemVivo = {
  id: string;
  estado: EstadoItem;
  /** Ids of the item's import, of the batch that attached its recording, and of a batch that waits. */
  importacaoId: string;
  loteId: string;
  loteQueEspera: string;
  tarefaId: string;
  execucaoId: string | null;
  /** A former recording with an analysis; null: the item was never analysed. */
  anteriorId: string | null;
};

/** States of an analysed item, which has a former recording with an analysis. */
const ANALISADOS: readonly EstadoItem[] = [
  ...(['concluido', 'falhou_de_novo', 'na_fila_de_novo', 'processando_de_novo'] as const),
  ...(['trocado', 'na_fila_trocado', 'processando_trocado', 'falhou_trocado', 'removido'] as const),
];

/** Empty places for the five ids that itemIn() generates for each item. */
const IDS: readonly [string, string, string, string, string] = ['', '', '', '', ''];

/**
 * Creates an item in a state, with rows as the product leaves them: its recording came by a batch that can be undone,
 * and another batch waits.
 */
export async function itemIn(
  { test, tenant, projeto, auditoria }: Chao,
  estado: EstadoItem,
): Promise<ItemVivo> {
  const [id, importacaoId, loteId, loteQueEspera, tarefaId] = IDS.map(() =>
    randomUUID(),
  ) as unknown as typeof IDS;
  const e = tenant.empresa.id;
  const place = `'${e}', '${projeto.id}'`;
  const recorded = !['sem_gravacao', 'removido', 'apagado'].includes(estado);
  const chave = `${e}/lotes/${loteId}/${id}`;
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  const batch = (lote: string, state: string) =>
    `insert into lotes_gravacao (id, empresa_id, projeto_id, origem, nome, tamanho, arquivos, estado, tarefa_id,
      confirmado_em, expira_em)
     values ('${lote}', ${place}, 'pasta', 'pasta', 1, 1, '${state}', '${tarefaId}', now() - interval '10 minutes',
       now() + interval '1 day');`;
  const runs: string[] = [];
  const run = (minutes: number, status: StatusExecucao, about: string): string => {
    const runId = randomUUID();
    const done = status === 'concluida';
    const stage = {
      na_fila: 'pendente',
      executando: 'executando',
      concluida: 'concluida',
      erro: 'erro',
      ignorada: 'ignorada',
    }[status];
    runs.push(`insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, created_at,
      tarefa_id)
      values ('${runId}', ${place}, '${id}', '${status}', 'manual', '{}', now() - interval '${minutes} minutes',
        '${tarefaId}');
      insert into execucao_etapas (execucao_id, etapa, ordem, empresa_id, versao, status, lease_ate, saida)
      values ('${runId}', 'audio', 1, '${e}', 1, '${stage}',
        ${stage === 'executando' ? "now() + interval '1 hour'" : 'null'},
        ${done ? `jsonb_build_object('arquivoPath', '${about}')` : 'null'});`);
    if (done) {
      const resultId = randomUUID();
      runs.push(`insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento, updated_at)
        values ('${resultId}', ${place}, '${auditoria.id}', '${id}', '${runId}', 'concluido', now());
        insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
        values (gen_random_uuid(), ${place}, '${id}', '${resultId}', 'left', 'whisper-1', 'bom dia');`);
    }
    return runId;
  };
  if (['concluido', 'falhou_de_novo', 'na_fila_de_novo', 'processando_de_novo'].includes(estado))
    run(50, 'concluida', chave);
  const analisado = ANALISADOS.includes(estado);
  if (analisado) run(90, 'concluida', `${e}/${id}/antiga`);
  const anteriorId = analisado ? randomUUID() : null;
  if (['falhou', 'falhou_de_novo', 'falhou_trocado'].includes(estado)) run(40, 'erro', chave);
  const open = estado.startsWith('na_fila')
    ? 'na_fila'
    : estado.startsWith('processando')
      ? 'executando'
      : null;
  const execucaoId = open === null ? null : run(5, open, chave);
  const status = open
    ? 'processando'
    : ({
        concluido: 'concluido',
        falhou: 'erro',
        falhou_de_novo: 'erro',
        falhou_trocado: 'erro',
        apagado: 'erro',
      }[estado as string] ?? 'pendente');
  const came = recorded ? `now() - interval '60 minutes'` : 'null';
  await test.deps.db.query(`
    insert into importacoes (id, empresa_id, projeto_id, estado, nome, tamanho, tarefa_id, expira_em)
    values ('${importacaoId}', ${place}, 'concluida', 'planilha.csv', 1, '${tarefaId}', now() + interval '1 day');
    insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, importacao_id, arquivo_path,
      arquivo_nome, arquivo_sha256,
      arquivo_tamanho, arquivo_recebido_em, dados_apagados_em, created_at, updated_at)
    values ('${id}', ${place}, '${auditoria.id}', '${status}', '${importacaoId}', ${text(recorded ? chave : null)},
      ${text(recorded ? 'a.wav' : null)},
      ${text(recorded ? id : null)}, ${recorded ? 10 : 'null'}, ${came}, ${estado === 'apagado' ? 'now()' : 'null'},
      now() - interval '120 minutes', coalesce(${came}, now() - interval '120 minutes'));
    ${runs.join('')}
    ${
      anteriorId === null
        ? ''
        : `insert into gravacoes_anteriores (id, empresa_id, projeto_id, item_id, chave_objeto, nome, sha256, tamanho,
          recebida_em, saiu_em,
             saida, via, ate)
           values ('${anteriorId}', ${place}, '${id}', '${e}/${id}/antiga', 'antiga.wav', 'antiga', 10,
             now() - interval '100 minutes',
             now() - interval '80 minutes', 'trocada', 'pessoa', now() + interval '30 days');`
    }
    ${batch(loteId, 'desfazendo')}
    ${batch(loteQueEspera, 'anexando')}
    insert into lote_gravacoes (id, lote_id, empresa_id, indice, nome, situacao, item_id, duracao_ms)
    values (gen_random_uuid(), '${loteId}', '${e}', 0, 'a.wav', 'anexada', '${id}', 1000);
    insert into lote_gravacoes (id, lote_id, empresa_id, indice, nome, situacao, item_id, duracao_ms, tipo, tamanho,
      substitui, sha256, chave_objeto)
    values (gen_random_uuid(), '${loteQueEspera}', '${e}', 0, 'b.wav', '${recorded ? 'substituir' : 'pareada'}',
      '${id}', 1000, 'audio/wav', 10,
      ${text(recorded ? chave : null)}, '${loteQueEspera}', '${e}/lotes/${loteQueEspera}/${id}');`);
  return { ...{ id, importacaoId, loteId, loteQueEspera, tarefaId }, estado, execucaoId, anteriorId };
}

/** Answer of an act to its caller: that it is done, why it is refused (a code), or that it changes nothing. */
export type Resposta = { feito: true } | { recusado: string } | { nada: true };
const DONE: Resposta = { feito: true };
const NOTHING: Resposta = { nada: true };

/** Does an act on an item, and turns an AppError into a refusal. @throws every other error */
export async function act(
  chao: Chao,
  item: ItemVivo,
  ato: AtoItem,
  quem: Quem = 'gerente',
): Promise<Resposta> {
  try {
    return await ACTS[ato](chao, item, quem);
  } catch (error) {
    if (error instanceof AppError) return { recusado: error.code };
    throw error;
  }
}

const actorOf = ({ tenant }: Chao, quem: Quem) => ({
  ...SYSTEM_ACTOR,
  usuarioId: (quem === 'usuario' ? tenant.usuario : tenant.gerente).usuarioId,
  via: 'pessoa' as const,
});

/** Makes the context that the worker gives to a task's code, with only the parts that the acts of this file use. */
function context(chao: Chao, item: ItemVivo, quem: Quem, parametros: Record<string, string>) {
  const task = {
    ...{
      id: item.tarefaId,
      empresaId: chao.tenant.empresa.id,
      scope: chao.scope,
      actor: actorOf(chao, quem),
      parametros,
    },
    ...{ feito: 0, total: 1, falhas: 0, cursor: null, resultado: null, versao: 1, tentativas: 1 },
  };
  return { db: chao.test.deps.db, task, save: async () => undefined };
}

const loteOf = (chao: Chao, id: string): Lote => ({
  ...{ id, empresaId: chao.tenant.empresa.id, projetoId: chao.projeto.id, origem: 'pasta', nome: 'pasta' },
  ...{ tamanho: 1, envioId: null, chaveObjeto: null, confirmadoPor: null },
});

/** Makes the arguments of the task that attaches an item's waiting batch. */
export const attaching = (
  chao: Chao,
  item: ItemVivo,
  quem: Quem = 'gerente',
): [TaskContext<'anexar_gravacoes'>, Lote] => [
  context(chao, item, quem, { loteId: item.loteQueEspera }) as unknown as TaskContext<'anexar_gravacoes'>,
  loteOf(chao, item.loteQueEspera),
];

async function situacaoOf({ test }: Chao, loteId: string): Promise<string | undefined> {
  const { rows } = await test.deps.db.query('select situacao from lote_gravacoes where lote_id = $1', [
    loteId,
  ]);
  return rows[0]?.situacao;
}

/** Writes a run's result about the item's present recording. */
async function writeResult(tx: Db, execucaoId: string): Promise<void> {
  await tx.query(
    `update execucao_etapas e set saida = jsonb_build_object('arquivoPath', i.arquivo_path)
     from execucoes x join auditoria_itens i on i.id = x.item_id where e.execucao_id = $1 and x.id = $1`,
    [execucaoId],
  );
  await tx.query(
    `with r as (
       insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
         status_processamento, updated_at)
       select gen_random_uuid(), i.empresa_id, i.projeto_id, i.auditoria_id, i.id, x.id, 'concluido', now()
       from execucoes x join auditoria_itens i on i.id = x.item_id where x.id = $1 returning id, empresa_id, projeto_id,
       item_id
     )
     insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
     select gen_random_uuid(), r.empresa_id, r.projeto_id, r.item_id, r.id, 'left', 'whisper-1', 'bom dia' from r`,
    [execucaoId],
  );
}

async function endRun(
  chao: Chao,
  item: ItemVivo,
  como: 'concluida' | 'ignorada' | 'erro',
): Promise<Resposta> {
  const { execucaoId } = item;
  if (execucaoId === null) return NOTHING;
  const { db: pool } = chao.test.deps;
  const ids = { execucaoId, itemId: item.id, empresaId: chao.tenant.empresa.id, projetoId: chao.projeto.id };
  try {
    await pool.transaction(async (tx) => {
      // Ends the stage first, as the pipeline does: this changes the item, and so locks the run.
      await closeStage(tx, { ...ids, etapa: 'audio', versao: 1 } as never, {
        status: como,
        saida: { arquivoPath: 'x' },
      });
      if (como === 'concluida') await writeResult(tx, execucaoId);
      await finishRun(tx, ids, {
        ...{
          execucao: como,
          item: como === 'concluida' ? 'concluido' : como === 'erro' ? 'erro' : 'pendente',
        },
        ...{ motivo: como === 'concluida' ? null : 'motivo', codigo: null, objetos: [] },
      });
    });
  } catch (error) {
    if ((error as Error).name === 'LeaseLostError') return NOTHING;
    throw error;
  }
  return DONE;
}

const process = (origem: 'manual' | 'regenerar') => async (chao: Chao, item: ItemVivo, quem: Quem) => {
  const { usuarioId: solicitadoPor } = actorOf(chao, quem);
  await requestRun(chao.test.deps.db, {
    scope: chao.scope,
    itemId: item.id,
    origem,
    solicitadoPor,
    entrevistaMinutos: 30,
  });
  return DONE;
};

const ACTS: Record<AtoItem, (chao: Chao, item: ItemVivo, quem: Quem) => Promise<Resposta>> = {
  anexar: async (chao, item, quem) => {
    const key = `${chao.tenant.empresa.id}/${item.id}/${randomUUID()}`;
    const file = { key, nome: 'c.wav', tipo: 'audio/wav', tamanho: 10, sha256: randomUUID(), ms: 1000 };
    await attachRecording(chao.test.deps.db, chao.scope, actorOf(chao, quem), item.id, file);
    return DONE;
  },
  desvincular: async (chao, item, quem) => {
    await detachRecording(chao.test.deps.db, chao.scope, actorOf(chao, quem), item.id);
    return DONE;
  },
  recuperar: async (chao, item, quem) => {
    // An item never analysed has no former recording, so the id is invented; the item's state is checked before the id.
    const id = item.anteriorId ?? randomUUID();
    try {
      await putBack(chao.test.deps.db, chao.scope, actorOf(chao, quem), {
        itemId: item.id,
        id,
        motivo: null,
      });
    } catch (error) {
      const hasNone =
        item.anteriorId === null && error instanceof AppError && error.code === 'nao_encontrado';
      if (hasNone && (await readState(chao, item)) !== 'excluido') return NOTHING;
      throw error;
    }
    return DONE;
  },
  excluir: async (chao, item, quem) => {
    await deleteItem(chao.test.deps.db, chao.scope, actorOf(chao, quem), item.id);
    return DONE;
  },
  apagar: async (chao, item, quem) => {
    await eraseItem(chao.test.deps.db, chao.scope, actorOf(chao, quem), item.id, {
      motivo: 'pedido_do_titular',
      protocolo: null,
    });
    return DONE;
  },
  corrigir: async (chao, item, quem) => {
    await editItem(chao.test.deps.db, chao.scope, actorOf(chao, quem), item.id, ({ metadata, ...rest }) => ({
      ...rest,
      agente_id: undefined,
      metadata: { ...metadata, a: 1 },
    }));
    return DONE;
  },
  atribuir: async (chao, item, quem) => {
    const session = { usuarioId: actorOf(chao, quem).usuarioId, scope: chao.scope } as Session;
    const selecao = { ids: [item.id] } as never;
    const { atribuidas } = await assign(chao.test.deps, session, actorOf(chao, quem), chao.projeto.id, {
      selecao,
      usuario_id: chao.tenant.usuario.usuarioId,
    });
    return atribuidas > 0 ? DONE : NOTHING;
  },
  processar: process('manual'),
  regenerar: process('regenerar'),
  retirar: async ({ test }, item) =>
    (await test.deps.db.transaction((tx) => withdrawRuns(tx, item.tarefaId))) > 0 ? DONE : NOTHING,
  ignorar: (chao, item) => endRun(chao, item, 'ignorada'),
  concluir: (chao, item) => endRun(chao, item, 'concluida'),
  falhar: (chao, item) => endRun(chao, item, 'erro'),
  anexar_por_lote: async (chao, item, quem) => {
    const had = await attachNext(...attaching(chao, item, quem));
    if (!had) return NOTHING;
    return (await situacaoOf(chao, item.loteQueEspera)) === 'anexada' ? DONE : NOTHING;
  },
  desfazer_lote: async (chao, item, quem) => {
    const had = await takeBackNext(
      context(chao, item, quem, { loteId: item.loteId }) as unknown as TaskContext<'desfazer_gravacoes'>,
      loteOf(chao, item.loteId),
    );
    if (!had) return NOTHING;
    return (await situacaoOf(chao, item.loteId)) === 'desfeita' ? DONE : NOTHING;
  },
  desfazer_importacao: async (chao, item, quem) => {
    let gone = 0;
    const save = async (_: unknown, progress: { resultado?: { apagadas: number } | null }) => {
      gone = progress.resultado?.apagadas ?? gone;
    };
    const parts = { ...context(chao, item, quem, { importacaoId: item.importacaoId }), save };
    await desfazerImportacao.step(parts as unknown as TaskContext<'desfazer_importacao'>);
    return gone > 0 ? DONE : NOTHING;
  },
};

/** Reads the present state of an item; 'excluido' if the item no longer exists. */
export async function readState(
  { test }: Chao,
  { id }: Pick<ItemVivo, 'id'>,
): Promise<EstadoItem | 'excluido'> {
  try {
    return stateOfItem(await readFacts(test.deps.db, id));
  } catch (error) {
    if (error instanceof AppError && error.code === 'nao_encontrado') return 'excluido';
    throw error;
  }
}

/** An item's predicted state, with the facts that a second act depends on. */
type Previsto = {
  estado: EstadoItem | 'excluido';
  /** True if the open run was created together with the item. */
  propria: boolean;
  /** True if the batch attached the item's present recording. */
  somDoLote: boolean;
  /** True if the first of two acts changed something. */
  mexido: boolean;
  atribuido: boolean;
  /** True if the former recording created with the item still exists. */
  anterior: boolean;
};

const ABSENT: Readonly<Partial<Record<AtoItem, Resposta>>> = {
  ...{ atribuir: NOTHING, retirar: NOTHING, ignorar: NOTHING, concluir: NOTHING, falhar: NOTHING },
  ...{ anexar_por_lote: NOTHING, desfazer_lote: NOTHING, desfazer_importacao: NOTHING },
};

/** The state after an undone run, by the item's initial state. */
export const BEFORE: Partial<Record<EstadoItem, EstadoItem>> = {
  na_fila: 'gravado',
  processando: 'gravado',
  na_fila_de_novo: 'concluido',
  processando_de_novo: 'concluido',
  na_fila_trocado: 'trocado',
  processando_trocado: 'trocado',
};

function predict(feito: EstadoItem, now: Previsto, ato: AtoItem): { resposta: Resposta; depois: Previsto } {
  const { estado } = now;
  const nothing = { resposta: NOTHING, depois: now };
  if (estado === 'excluido') return { resposta: ABSENT[ato] ?? { recusado: 'nao_encontrado' }, depois: now };
  const cell = VIDA_DO_ITEM[estado][ato];
  if (cell === 'nada' || 'fica' in cell || 'espera' in cell) return nothing;
  if ('recusa' in cell) return { resposta: { recusado: cell.recusa }, depois: now };
  const pipeline = ['retirar', 'ignorar', 'concluir', 'falhar'].includes(ato);
  if (pipeline && !now.propria) return nothing;
  if (ato === 'recuperar' && !now.anterior) {
    return { resposta: { recusado: 'nao_encontrado' }, depois: now };
  }
  if (ato === 'atribuir' && now.atribuido) return nothing;
  if (ato === 'desfazer_importacao' && now.mexido) return nothing;
  if (ato === 'desfazer_lote' && !now.somDoLote) return nothing;
  // The waiting batch's decision was made for another recording of the item or for none, so the batch attaches nothing.
  const hasSound = !['sem_gravacao', 'removido'].includes(estado);
  if (ato === 'anexar_por_lote' && hasSound && !now.somDoLote) return nothing;
  const para = cell.para === 'antes' ? (BEFORE[feito] ?? estado) : cell.para;
  return {
    resposta: DONE,
    depois: {
      estado: para,
      propria: now.propria && !pipeline,
      somDoLote:
        now.somDoLote &&
        !['anexar', 'anexar_por_lote', 'desvincular', 'recuperar', 'desfazer_lote', 'apagar'].includes(ato),
      mexido: true,
      atribuido: now.atribuido || ato === 'atribuir',
      anterior: now.anterior && ato !== 'recuperar',
    },
  };
}

/** Predicts two successive acts by the table. */
export function predictBoth(
  estado: EstadoItem,
  [first, second]: readonly [AtoItem, AtoItem],
): { respostas: readonly [Resposta, Resposta]; estado: EstadoItem | 'excluido' } {
  const sound = !['sem_gravacao', 'removido', 'apagado'].includes(estado);
  const start = {
    estado,
    propria: true,
    somDoLote: sound,
    mexido: false,
    atribuido: false,
    anterior: ANALISADOS.includes(estado),
  };
  const a = predict(estado, start, first);
  const b = predict(estado, a.depois, second);
  return { respostas: [a.resposta, b.resposta], estado: b.depois.estado };
}
