// For the tests of an interview's life table: makes an interview in each state; does each act with product functions.

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { permissionsOf } from '@escuta/shared/domain/accounts/permissions';
import type { AppError } from '@escuta/shared/domain/errors';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import {
  type AtoEntrevista,
  type EstadoEntrevista,
  outcomeOf,
  refusalInWords,
  VIDA_DA_ENTREVISTA,
} from '@escuta/shared/domain/life/interview';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { abandonAssembly } from '@escuta/shared/services/interviews/joining';
import { readInterviewStates } from '@escuta/shared/services/interviews/life';
import { type Actor, SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { eraseItem } from '../../api/src/features/auditoria-items/erasure/erasure-repo.ts';
import {
  attachRecording,
  detachRecording,
} from '../../api/src/features/auditoria-items/recording/recording-repo.ts';
import {
  digestOfRows,
  lastDeviceEvent,
} from '../../api/src/features/entrevistas/collecting/device-log-repo.ts';
import {
  closeInterview,
  receiveEvents,
} from '../../api/src/features/entrevistas/collecting/receive-service.ts';
import {
  discardSecondRecording,
  endForDevice,
  releaseInterview,
  repeatSecondRecording,
  resumeForDevice,
  useSecondRecording,
} from '../../api/src/features/entrevistas/manage-service.ts';
import { decideOne } from '../../api/src/features/entrevistas/review/review-service.ts';
import { answer, finishEntrevista, interruptEntrevista } from '../../api/src/features/entrevistas/service.ts';
import { openUpload, receivePart } from '../../api/src/features/envios/service.ts';
import type { Session } from '../../api/src/sign-in/session.ts';
import { LeaseLostError } from '../../worker/src/background/lease.ts';
import { attach } from '../../worker/src/field/assembly-repo.ts';
import type { TestApp } from './app.ts';
import { createAparelho, createTenant } from './factories.ts';
import { createFieldSurvey, type Dito, logOf } from './field.ts';

const BASE: EstadoEntrevista = {
  ...{ recebimento: 'recebida', consentimento: 'aceito', situacao: 'concluida', quarentena: 'livre' },
  ...{ som: 'juntado', gravacao: 'montada', auditoria: 'nenhuma', segunda: 'nenhuma', revisao: 'pendente' },
};
const ONLINE: EstadoEntrevista = {
  ...BASE,
  recebimento: 'sem_aparelho',
  consentimento: 'sem_registro',
  som: 'nenhum',
};
const COMING: EstadoEntrevista = { ...BASE, recebimento: 'chegando', som: 'guardado', gravacao: 'sem' };
const GIVEN_UP: EstadoEntrevista = { ...BASE, recebimento: 'encerrada', situacao: 'interrompida' };

const situations = <S extends string>(all: Record<S, EstadoEntrevista>) => all;

/** Situations that together cover every state of every aspect of an interview. */
export const SITUACOES = situations({
  em_andamento: { ...ONLINE, situacao: 'em_andamento', gravacao: 'sem' },
  interrompida: { ...ONLINE, situacao: 'interrompida', gravacao: 'sem', revisao: 'em_espera' },
  confrontada: { ...ONLINE, gravacao: 'de_pessoa', auditoria: 'confrontada', revisao: 'aprovada' },
  comecando: { ...COMING, situacao: 'em_andamento', consentimento: 'falta', som: 'nenhum' },
  chegando: { ...COMING, situacao: 'em_andamento' },
  dispensada: { ...BASE, situacao: 'dispensada' },
  sem_gravar: {
    ...COMING,
    ...{ situacao: 'interrompida', consentimento: 'recusado', som: 'nenhum', revisao: 'rejeitada' },
  },
  chegando_retida: { ...COMING, quarentena: 'retida' },
  retida: { ...BASE, quarentena: 'retida', som: 'guardado', gravacao: 'sem' },
  juntando: { ...BASE, som: 'juntando', gravacao: 'sem' },
  nao_juntada: { ...BASE, som: 'nao_juntado', gravacao: 'sem' },
  processada: { ...BASE, auditoria: 'processada' },
  encerrada_retida: { ...GIVEN_UP, quarentena: 'retida_no_fim', som: 'guardado', gravacao: 'sem' },
  encerrada: { ...GIVEN_UP, revisao: 'rejeitada' },
  atrasada: { ...GIVEN_UP, segunda: 'chegando' },
  segunda_juntando: { ...GIVEN_UP, gravacao: 'de_pessoa', segunda: 'juntando' },
  segunda_oferecida: { ...GIVEN_UP, situacao: 'concluida', auditoria: 'processada', segunda: 'oferecida' },
  segunda_perdida: { ...GIVEN_UP, som: 'nao_juntado', gravacao: 'sem', segunda: 'nao_juntada' },
  segunda_decidida: { ...GIVEN_UP, segunda: 'decidida' },
  apagada: {
    ...{ recebimento: 'apagada', consentimento: 'sem_registro', situacao: 'concluida', quarentena: 'livre' },
    ...{ som: 'nenhum', gravacao: 'sem', auditoria: 'nenhuma', segunda: 'nenhuma', revisao: 'pendente' },
  },
});
export type Situacao = keyof typeof SITUACOES;

/** The rows that a test file's interviews need. */
export type Campo = Awaited<ReturnType<typeof layField>>;

export async function layField(test: TestApp) {
  const tenant = await createTenant(test.deps);
  const survey = await createFieldSurvey(test.deps, test.app, tenant.empresa, tenant.tokens.gerente);
  const aparelho = await createAparelho(test.deps, tenant.usuario);
  const { pesquisa, questionario } = survey;
  const { conteudo } = await frozenVersion(test, tenant.tokens.usuario, questionario.id);
  const versao = await test.deps.prisma.questionarioVersao.create({
    data: {
      ...{ empresaId: tenant.empresa.id, questionarioId: questionario.id, numero: 2 },
      conteudo: { ...(conteudo as object), semGravacao: true },
    },
  });
  const auditoria = await test.deps.prisma.auditoria.findFirst({ where: { projetoId: survey.projeto.id } });
  const auditoriaId =
    auditoria?.id ??
    (
      await test.deps.prisma.auditoria.create({
        data: { empresaId: tenant.empresa.id, projetoId: survey.projeto.id, nome: 'Padrão', padrao: true },
      })
    ).id;
  return {
    ...{ test, tenant, survey, aparelho, auditoriaId, pesquisaId: pesquisa.id },
    ...{ questionarioId: questionario.id, versaoId: versao.id },
  };
}

async function frozenVersion(test: TestApp, token: string, questionarioId: string) {
  const taken = await test.app.inject({
    method: 'POST',
    url: `/api/v1/campo/questionarios/${questionarioId}/baixar`,
    payload: { para: 'iniciar' },
    headers: { authorization: `Bearer ${token}` },
  });
  const { id } = (taken.json() as { data: { versao: { id: string } } }).data.versao;
  return test.deps.prisma.questionarioVersao.findUniqueOrThrow({ where: { id } });
}

/** An interview with the ids that a test needs to act on it. */
export type EntrevistaViva = { id: string; itemId: string; envioId: string; situacao: Situacao };

const MAPA = [
  { n: 1, gravacao: 1, somMs: 0, inicioMs: 0, duracaoMs: 1000, monoMs: 0, lacunaMs: 0, silencioMs: 0 },
];

/** Creates an interview in a situation, with rows as the product leaves them. */
export async function interviewIn(campo: Campo, situacao: Situacao): Promise<EntrevistaViva> {
  const { test, tenant, survey, aparelho } = campo;
  const state: EstadoEntrevista = SITUACOES[situacao];
  const [id, itemId, envioId] = [randomUUID(), randomUUID(), randomUUID()];
  const e = tenant.empresa.id;
  const ofDevice = state.consentimento !== 'sem_registro';
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  const received = ofDevice && state.recebimento !== 'chegando';
  const chave = `${e}/${itemId}/gravacao`;
  const recorded = state.gravacao !== 'sem';
  const when = (minutes: number) => `now() - interval '${minutes} minutes'`;
  const log = ofDevice ? logOf(saidBy(state, survey)) : [];
  const out: string[] = [];
  const parts =
    state.som === 'nenhum'
      ? []
      : state.segunda === 'nenhuma'
        ? [30]
        : state.segunda === 'chegando'
          ? [30, 5]
          : [30, 5];
  if (parts.length > 0) {
    out.push(`insert into envios (id, empresa_id, papel, dono, dono_id, tipo, estado, partes, expira_em)
      values ('${envioId}', '${e}', 'gravacao', 'entrevista', '${id}', 'audio/webm',
        '${received ? 'concluido' : 'aberto'}', ${received ? 1 : 'null'}, now() + interval '1 day');`);
    parts.forEach((minutes, index) => {
      out.push(`insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto, created_at)
        values ('${envioId}', ${index + 1}, '${e}', 3, '${index}', '${e}/${itemId}/parte-${envioId}-${index}',
          ${when(minutes)});`);
    });
  }
  if (state.gravacao === 'montada')
    out.push(`insert into entrevista_gravacoes (entrevista_id, empresa_id, n, gravacao, som_ms, inicio_ms, duracao_ms,
      mono_ms, lacuna_ms)
      values ('${id}', '${e}', 1, 1, 0, 0, 1000, 0, 0);`);
  if (state.auditoria !== 'nenhuma') {
    const runId = randomUUID();
    out.push(`insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, created_at)
      values ('${runId}', '${e}', '${survey.projeto.id}', '${itemId}', 'concluida', 'manual', '{}', ${when(10)});
      insert into execucao_etapas (execucao_id, etapa, ordem, empresa_id, versao, status, saida)
      values ('${runId}', 'audio', 1, '${e}', 1, 'concluida', jsonb_build_object('arquivoPath', '${chave}'));
      insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento, updated_at)
      values (gen_random_uuid(), '${e}', '${survey.projeto.id}', '${campo.auditoriaId}', '${itemId}', '${runId}',
        'concluido', now());`);
    if (state.auditoria === 'confrontada')
      out.push(`insert into confrontos (id, empresa_id, projeto_id, pesquisa_id, item_id, execucao_id, entrevista_id,
        pergunta_id, ordem, vigente,
          veredito, leitura, leitura_provada, conducao, conducao_provada, resposta, resposta_provada, comparacao,
          comparacao_provada, metodo, cobertura,
          ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms, updated_at)
        values (gen_random_uuid(), '${e}', '${survey.projeto.id}', '${campo.pesquisaId}', '${itemId}', '${runId}',
          '${id}', '${survey.idade.id}', 1, true,
          'confere', 'completa', true, 'nenhuma', true, 'clara', true, 'igual', true, 'modelo', 1, 0, 1, 0, 1,
          now());`);
  }
  if (!['nenhuma', 'chegando'].includes(state.segunda)) {
    const joining = { juntando: 'pendente', nao_juntada: 'falhou' }[state.segunda as string] ?? 'pronta';
    const offered = state.segunda === 'oferecida';
    out.push(`insert into entrevista_segundas (entrevista_id, empresa_id, montagem, chave_objeto, nome, tipo, tamanho,
      sha256, mapa, decisao)
      values ('${id}', '${e}', '${joining}', ${text(offered ? `${chave}-2` : null)},
        ${text(offered ? 'entrevista.webm' : null)},
        ${text(offered ? 'audio/webm' : null)}, ${offered ? 10 : 'null'}, ${text(offered ? `${id}-2` : null)},
        ${text(offered ? JSON.stringify(MAPA) : null)}, ${text(state.segunda === 'decidida' ? 'descartada' : null)});`);
  }
  if (log.length > 0)
    out.push(`insert into entrevista_eventos (entrevista_id, empresa_id, fonte, seq, tipo, pergunta_id, valor,
      valor_anterior, mono_ms, relogio, gravacao,
        audio_ms, motivo) select '${id}', '${e}', 'aparelho', l.* from jsonb_to_recordset('${JSON.stringify(log)}')
          as l (seq int, tipo text, pergunta_id uuid,
        valor jsonb, valor_anterior jsonb, mono_ms bigint, relogio bigint, gravacao int, audio_ms bigint,
        motivo text);`);
  const held = { livre: null, retida: 'aparelho_revogado', retida_no_fim: 'sem_gravacao' }[state.quarentena];
  const joining = {
    nenhum: null,
    guardado: null,
    juntando: 'pendente',
    nao_juntado: 'falhou',
    juntado: 'pronta',
  }[state.som];
  const said = { sem_registro: null, falta: null, aceito: 'aceito', recusado: 'recusou_gravacao' }[
    state.consentimento
  ];
  const done = state.auditoria !== 'nenhuma';
  const dismissed = state.situacao === 'dispensada';
  await test.deps.db.query(`
    insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      usuario_id, aparelho_id,
      nome_entrevistado, situacao, desfecho, sincronia, recebida_em, registro_sha256, consentimento, quarentena,
      montagem, revisao, revisoes, iniciada_em)
    values ('${id}', '${e}', '${survey.projeto.id}', '${campo.pesquisaId}', '${campo.questionarioId}',
      '${campo.versaoId}', '${tenant.usuario.usuarioId}',
      ${text(ofDevice ? aparelho.id : null)}, 'Maria', '${dismissed ? 'interrompida' : state.situacao}',
      ${text(dismissed ? 'cota' : null)}, ${text(!ofDevice ? null : received ? 'completa' : 'parcial')},
      ${received ? when(20) : 'null'}, null, ${text(said)}, ${text(held)}, ${text(joining)}, '${state.revisao}',
      ${state.revisao === 'pendente' ? 0 : 1},
      ${when(60)});
    insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, pesquisa_id, questionario_id,
      entrevista_id, status,
      arquivo_path, arquivo_nome, arquivo_sha256, arquivo_recebido_em, dados_apagados_em)
    values ('${itemId}', '${e}', '${survey.projeto.id}', '${campo.auditoriaId}', 'entrevista', '${campo.pesquisaId}',
      '${campo.questionarioId}', '${id}',
      '${state.recebimento === 'apagada' ? 'erro' : done ? 'concluido' : 'pendente'}', ${text(recorded ? chave : null)},
      ${text(recorded ? 'a.webm' : null)},
      ${text(recorded ? id : null)}, ${recorded ? when(20) : 'null'},
      ${state.recebimento === 'apagada' ? 'now()' : 'null'});
    insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta, ultima_seq)
    values (gen_random_uuid(), '${e}', '${id}', '${survey.idade.id}', '{}', '42', 0),
      (gen_random_uuid(), '${e}', '${id}', '${survey.satisfeito.id}',
        array['${survey.satisfeito.respostas_definidas[0]?.id}']::uuid[], null, 0);
    ${out.join('\n')}`);
  if (state.recebimento === 'recebida') {
    const digest = await digestOfRows(test.deps.db, id, log.length);
    await test.deps.db.query('update entrevistas set registro_sha256 = $2 where id = $1', [id, digest]);
  }
  return { id, itemId, envioId, situacao };
}

/** Makes the events that the device's log would have in this state. */
function saidBy(state: EstadoEntrevista, { idade }: Campo['survey']): Dito[] {
  const asked: Dito[] =
    state.consentimento === 'falta'
      ? []
      : [{ tipo: 'consentimento', motivo: state.consentimento === 'aceito' ? 'aceito' : 'recusou_gravacao' }];
  const typed: Dito = {
    tipo: 'resposta_alterada',
    pergunta_id: idade.id,
    valor: { opcoes: [], texto: '42' },
  };
  const end: Record<EstadoEntrevista['situacao'], Dito[]> = {
    em_andamento: [],
    interrompida: [{ tipo: 'interrompida', motivo: 'Saiu.' }],
    concluida: [{ tipo: 'finalizada' }],
    dispensada: [{ tipo: 'encerrada', motivo: 'cota' }],
  };
  return [{ tipo: 'iniciada' }, ...asked, typed, ...end[state.situacao]];
}

/** Answer of an act to its caller: that it is done, why it is refused (a code), or that it changes nothing. */
export type Resposta = { feito: true } | { recusado: string } | { nada: true };
const DONE: Resposta = { feito: true };
const NOTHING: Resposta = { nada: true };

/** Does an act on an interview, and turns an AppError into a refusal. @throws every other error */
export async function act(campo: Campo, entrevista: EntrevistaViva, ato: AtoEntrevista): Promise<Resposta> {
  try {
    const said = await ACTS[ato](campo, entrevista);
    return said === NOTHING ? NOTHING : DONE;
  } catch (error) {
    if ((error as Error).name === 'AppError') return { recusado: (error as AppError).code };
    throw error;
  }
}

const actorOf = ({ tenant }: Campo): Actor => ({
  ...SYSTEM_ACTOR,
  usuarioId: tenant.gerente.usuarioId,
  via: 'pessoa',
});

/** Makes the session of a manager, of the interviewer, or of the interviewer's device. */
function sessionOf({ tenant, aparelho }: Campo, quem: 'gerente' | 'usuario' | 'aparelho'): Session {
  const membro = quem === 'gerente' ? tenant.gerente : tenant.usuario;
  const scope = { kind: 'empresa', empresaId: tenant.empresa.id } as const;
  const device = { id: aparelho.id, membroAtivo: true, revogado: false, autorizadoAte: 0, leitorId: null };
  return {
    ...{ usuarioId: membro.usuarioId, papel: membro.papel, scope, ownScope: scope },
    permissions: permissionsOf(membro.papel, []),
    aparelho: quem === 'aparelho' ? device : null,
  } as Session;
}

/** Appends an event to the device's log. */
async function say(campo: Campo, { id }: EntrevistaViva, dito: Dito): Promise<void> {
  const { deps } = campo.test;
  const de = (await lastDeviceEvent(deps.db, id)) + 1;
  await receiveEvents(deps, sessionOf(campo, 'aparelho'), id, logOf([dito], { de }));
}

async function partsHere({ test }: Campo, { envioId }: EntrevistaViva): Promise<number> {
  const { rows } = await test.deps.db.query(
    'select coalesce(max(n), 0)::int as n from envio_partes where envio_id = $1',
    [envioId],
  );
  return rows[0].n;
}

/** Claims an interview's pending joining, as a worker does; `segunda`: that of the second recording. */
async function takeJoining({ test, tenant }: Campo, { id }: EntrevistaViva, segunda: boolean) {
  const [table, key] = segunda ? ['entrevista_segundas', 'entrevista_id'] : ['entrevistas', 'id'];
  const { rows } = await test.deps.db.query<{ ate: string }>(
    `update ${table} set montagem_ate = clock_timestamp() + interval '2 minutes' where ${key} = $1
      and montagem = 'pendente'
     returning montagem_ate::text as ate`,
    [id],
  );
  const [row] = rows;
  return row ? { id, empresaId: tenant.empresa.id, tentativas: 1, ate: row.ate, segunda } : null;
}

async function join(campo: Campo, entrevista: EntrevistaViva, segunda: boolean): Promise<Resposta> {
  const { db: pool } = campo.test.deps;
  const pedido = await takeJoining(campo, entrevista, segunda);
  if (!pedido) return NOTHING;
  const chave = `${campo.tenant.empresa.id}/${entrevista.itemId}/${randomUUID()}`;
  await announceObject(pool, campo.tenant.empresa.id, chave);
  const arquivo = { chave, nome: 'entrevista.webm', tipo: 'audio/webm', tamanho: 10, sha256: randomUUID() };
  try {
    await attach(pool, pedido, { itemId: entrevista.itemId } as never, {
      ...{ arquivo, mapa: MAPA, perdidas: [], semSom: [], motivo: null },
    });
    return DONE;
  } catch (error) {
    if (error instanceof LeaseLostError) return NOTHING;
    throw error;
  }
}

async function giveUp(campo: Campo, entrevista: EntrevistaViva, segunda: boolean): Promise<Resposta> {
  const pedido = await takeJoining(campo, entrevista, segunda);
  if (!pedido) return NOTHING;
  await campo.test.deps.db.transaction((tx) => abandonAssembly(tx, pedido, 'Não foi possível.'));
  return DONE;
}

const decide =
  (para: RevisaoEntrevista) =>
  async (campo: Campo, { id }: EntrevistaViva): Promise<void> => {
    const { revisoes: visto } = await campo.test.deps.prisma.entrevista.findUniqueOrThrow({ where: { id } });
    const body = { para, visto, motivo: 'Motivo.' };
    await decideOne(campo.test.deps, sessionOf(campo, 'gerente'), actorOf(campo), id, body);
  };

type Feito = Promise<unknown>;
const managed =
  (how: (deps: TestApp['deps'], session: Session, actor: Actor, id: string) => Feito) =>
  async (campo: Campo, { id }: EntrevistaViva): Promise<void> => {
    await how(campo.test.deps, sessionOf(campo, 'gerente'), actorOf(campo), id);
  };

const ACTS: Record<AtoEntrevista, (campo: Campo, one: EntrevistaViva) => Promise<unknown>> = {
  responder: async (campo, { id }) => {
    const body = { entrevista_id: id, pergunta_id: campo.survey.idade.id, texto_resposta: '43' };
    await answer(campo.test.deps, sessionOf(campo, 'usuario'), body as never);
  },
  finalizar: async (campo, { id }) => {
    await finishEntrevista(campo.test.deps, sessionOf(campo, 'usuario'), id, undefined as never);
  },
  interromper: async (campo, { id }) => {
    await interruptEntrevista(campo.test.deps, sessionOf(campo, 'gerente'), actorOf(campo), id, 'Motivo.');
  },
  enviar_registro: (campo, one) => say(campo, one, { tipo: 'finalizada' }),
  reter: (campo, one) => say(campo, one, { tipo: 'consentimento', motivo: 'talvez' }),
  receber_som: async (campo, one) => {
    const { deps } = campo.test;
    const session = sessionOf(campo, 'aparelho');
    const open = () =>
      openUpload(deps, session, {
        ...{ id: one.envioId, papel: 'gravacao', entrevista_id: one.id, gravacao: 1, tipo: 'audio/webm' },
      });
    await open();
    const bytes = Buffer.from('som');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const n = (await partsHere(campo, one)) + 1;
    await receivePart(
      deps,
      session,
      { id: one.envioId, n },
      { bytes: Readable.from([bytes], { objectMode: false }), declared: bytes.length, sha256 },
    ).catch(async (error: AppError) => {
      // If an erasure has deleted the upload, the device opens it again and so learns the reason.
      if (error.code === 'nao_encontrado') await open();
      throw error;
    });
  },
  fechar: async (campo, one) => {
    const { deps } = campo.test;
    const eventos = await lastDeviceEvent(deps.db, one.id);
    const partes = await partsHere(campo, one);
    await closeInterview(deps, sessionOf(campo, 'aparelho'), actorOf(campo), one.id, {
      eventos,
      registro_sha256: await digestOfRows(deps.db, one.id, eventos),
      gravacoes: partes === 0 ? [] : [{ n: 1, envio_id: one.envioId, partes }],
    });
  },
  encerrar: async (campo, { id }) => {
    await endForDevice(campo.test.deps, sessionOf(campo, 'gerente'), actorOf(campo), id, 'Perdido.');
  },
  retomar: managed(resumeForDevice),
  liberar: managed(releaseInterview),
  repetir_montagem: managed(releaseInterview),
  montar: (campo, one) => join(campo, one, false),
  desistir_de_montar: (campo, one) => giveUp(campo, one, false),
  anexar: async (campo, { itemId }) => {
    const { deps } = campo.test;
    const key = `${campo.tenant.empresa.id}/${itemId}/${randomUUID()}`;
    const file = { key, nome: 'c.wav', tipo: 'audio/wav', tamanho: 10, sha256: randomUUID() };
    const { scope } = sessionOf(campo, 'gerente');
    await attachRecording(deps.db, scope, actorOf(campo), itemId, file);
  },
  desvincular: async (campo, { itemId }) => {
    const { scope } = sessionOf(campo, 'gerente');
    await detachRecording(campo.test.deps.db, scope, actorOf(campo), itemId);
  },
  montar_segunda: (campo, one) => join(campo, one, true),
  desistir_da_segunda: (campo, one) => giveUp(campo, one, true),
  repetir_segunda: managed(repeatSecondRecording),
  usar_segunda: managed(useSecondRecording),
  descartar_segunda: managed(discardSecondRecording),
  apagar: async (campo, { itemId }) => {
    const { scope } = sessionOf(campo, 'gerente');
    await eraseItem(campo.test.deps.db, scope, actorOf(campo), itemId, {
      ...{ motivo: 'pedido_do_titular', protocolo: null },
    });
  },
  aprovar: decide('aprovada'),
  por_em_espera: decide('em_espera'),
  rejeitar: decide('rejeitada'),
  devolver: decide('pendente'),
};

/** Reads the present state of an interview. @throws Error if the interview no longer exists */
export async function readState({ test }: Campo, { id }: EntrevistaViva): Promise<EstadoEntrevista> {
  const found = (await readInterviewStates(test.deps.db, [id])).get(id);
  if (!found) throw new Error('an interview stays');
  return found;
}

const REVIEW: readonly AtoEntrevista[] = ['aprovar', 'por_em_espera', 'rejeitar', 'devolver'];

/** Finds the item's own refusal of an act, which precedes the interview's refusal; null: the item does not refuse. */
function refusedByItem(estado: EstadoEntrevista, ato: AtoEntrevista): Resposta | null {
  if (ato !== 'anexar' && ato !== 'desvincular') return null;
  if (estado.recebimento === 'apagada') return { recusado: 'dados_apagados' };
  return ato === 'desvincular' && estado.gravacao === 'sem' ? { recusado: 'sem_arquivo' } : null;
}

/** Predicts an act's answer and next state from the table. @param visto whether the caller saw the present review */
export function predict(
  estado: EstadoEntrevista,
  ato: AtoEntrevista,
  { visto = true }: { visto?: boolean } = {},
): { resposta: Resposta; estado: EstadoEntrevista } {
  const byItem = refusedByItem(estado, ato);
  if (byItem) return { resposta: byItem, estado };
  // Both 'liberar' and 'repetir_montagem' use the route that retries a failed joining, or else releases the interview.
  const again = estado.quarentena === 'livre' && estado.som === 'nao_juntado';
  const asked =
    ato === 'liberar' || ato === 'repetir_montagem' ? (again ? 'repetir_montagem' : 'liberar') : ato;
  const outcome = outcomeOf(estado, asked);
  if (outcome === 'nada') return { resposta: NOTHING, estado };
  if ('recusa' in outcome) {
    const { codigo } = refusalInWords(outcome.recusa);
    const stale = REVIEW.includes(ato) && !visto && codigo !== 'dados_apagados';
    return { resposta: { recusado: stale ? 'conflito' : codigo }, estado };
  }
  if (REVIEW.includes(ato) && !visto) return { resposta: { recusado: 'conflito' }, estado };
  return { resposta: DONE, estado: outcome.para };
}

/** True if two acts can happen at once. A device does its own acts one after the other, and so does the worker. */
export const canMeet = (a: AtoEntrevista, b: AtoEntrevista): boolean => {
  const [one, other] = [VIDA_DA_ENTREVISTA[a].quem, VIDA_DA_ENTREVISTA[b].quem];
  return one !== other || (one !== 'aparelho' && one !== 'produto');
};

/** Predicts two successive acts: two results if the second caller may have seen the review before or after act one. */
export function predictBoth(
  estado: EstadoEntrevista,
  [first, second]: readonly [AtoEntrevista, AtoEntrevista],
) {
  const a = predict(estado, first);
  // If an interview goes on while it is on hold, it stays on hold, but its history gets another entry.
  const reopens = predict({ ...estado, revisao: 'rejeitada' }, first).estado.revisao === 'em_espera';
  const changed =
    a.estado.revisao !== estado.revisao ||
    (estado.revisao === 'em_espera' && !REVIEW.includes(first) && reopens);
  return (changed ? [true, false] : [true]).map((visto) => {
    const b = predict(a.estado, second, { visto });
    // If the same person makes the same decision twice, the decision counts once.
    const repeats = first === second && changed && REVIEW.includes(first);
    const respostas = [a.resposta, repeats ? a.resposta : b.resposta] as const;
    return { respostas, estado: b.estado };
  });
}
