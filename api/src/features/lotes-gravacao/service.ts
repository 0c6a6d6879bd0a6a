import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/lotes-gravacao';
import type {
  GravacaoDoLote,
  LoteGravacao,
  LoteGravacaoDetalhe,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { type Pagination, TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { isLargeRar, RAR_GRANDE } from '@escuta/shared/domain/recordings/rar';
import {
  ESTADO_LOTE_LABEL,
  isOpenBatch,
  LOTE_DESFAZ_DIAS,
  LOTES_ABERTOS_MAX,
  SITUACOES_A_ANEXAR,
  semLigacao,
} from '@escuta/shared/domain/recordings/recording-batch';
import type { Scope } from '@escuta/shared/domain/scope';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { discardBatch } from '@escuta/shared/services/recordings/recording-batches';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { BytesAnswer, Conditions } from '../../http/object-bytes.ts';
import type { Signer } from '../../http/signed-url.ts';
import { defaultAudit } from '../../reads/default-audit-repo.ts';
import { isElsewhere } from '../../reads/foreign-id-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedSound, soundBytes } from '../../sound/signed-sounds.ts';
import { presentDetail, presentGravacao, presentLote, readName } from './present.ts';
import {
  countOpen,
  countSituacoes,
  countToRepeat,
  countWithout,
  createAll,
  type Decisao,
  discardAll,
  findGravacao,
  findLigacao,
  findLote,
  findProjeto,
  findSound,
  findTwin,
  type GravacaoRow,
  type Held,
  insertLote,
  insertNames,
  type LoteFilter,
  type LoteRow,
  listGravacoes,
  listLotes,
  lockLote,
  type NovoLote,
  placeNames,
  readNames,
  releaseCall,
  releaseCopies,
  repeatRefused,
  replaceAll,
  saveAct,
  saveConfirmed,
  saveCopy,
  saveDecisao,
} from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Lote de gravações não encontrado.');
const noRecording = () => new AppError('nao_encontrado', 'Gravação não encontrada.');

const MB = 1024 * 1024;

type Asked = { scope: Scope; actor: Actor };

async function presented(deps: AppDeps, row: LoteRow): Promise<LoteGravacaoDetalhe> {
  const matched = row.estado !== 'enviando' && row.estado !== 'lendo' && row.estado !== 'cancelado';
  return presentDetail(row, {
    sem_gravacao: matched ? await countWithout(deps.db, row, TOTAL_LIMITE) : null,
    a_repetir: row.estado === 'concluido' ? await countToRepeat(deps.db, row.id) : 0,
  });
}

/** One batch. @throws AppError nao_encontrado */
export async function readLote(deps: AppDeps, scope: Scope, id: string): Promise<LoteGravacaoDetalhe> {
  const row = await findLote(deps.db, scope, id);
  if (!row) throw notFound();
  return presented(deps, row);
}

/** A page of a company's batches, newest first. @throws AppError requisicao_invalida for a page that lies too far behind */
export async function pageOfLotes(
  deps: AppDeps,
  scope: Scope,
  filter: LoteFilter,
): Promise<{ data: LoteGravacao[]; pagination: Pagination }> {
  return presentPage(filter, await listLotes(deps.db, scope, filter), presentLote);
}

/** A page of a batch's recordings. @throws AppError nao_encontrado, requisicao_invalida */
export async function pageOfGravacoes(
  deps: AppDeps,
  scope: Scope,
  id: string,
  query: QueryOf<typeof contracts.listGravacoesDoLote>,
): Promise<{ data: GravacaoDoLote[]; pagination: Pagination }> {
  if (!(await findLote(deps.db, scope, id))) throw notFound();
  return presentPage(query, await listGravacoes(deps.db, id, query), presentGravacao);
}

/** Holds a batch for an act. @throws AppError nao_encontrado */
async function hold(db: Db, scope: Scope, id: string): Promise<Held> {
  const held = await lockLote(db, scope, id);
  if (!held) throw notFound();
  return held;
}

/** What is said of an act that a batch does not take as it is. */
function notNow({ estado }: Pick<Held, 'estado'>): AppError {
  const words: Partial<Record<Held['estado'], string>> = {
    enviando: 'As gravações deste lote ainda estão sendo enviadas.',
    lendo: 'As gravações deste lote estão sendo lidas agora. Aguarde o fim da leitura.',
    falhou: 'Este lote não pôde ser lido: leia de novo, ou cancele-o e envie outro.',
    cancelado: 'Este lote foi cancelado.',
  };
  const confirmed = `Este lote já foi confirmado (${ESTADO_LOTE_LABEL[estado].toLowerCase()}) e não muda mais.`;
  return new AppError('conflito', words[estado] ?? confirmed, { dados: { estado } });
}

/** The project whose calls get recordings. @returns its company @throws AppError nao_encontrado, regra_violada */
async function requireProjeto(db: Db, scope: Scope, id: string): Promise<string> {
  const projeto = await findProjeto(db, scope, id);
  if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  if (!projeto.is_active) {
    throw new AppError('regra_violada', 'Este projeto está inativo e não recebe gravações.');
  }
  if (projeto.exemplo) {
    throw new AppError('regra_violada', 'O projeto de exemplo não recebe gravações.');
  }
  if (projeto.tipo_projeto === 'pesquisa') {
    throw new AppError(
      'regra_violada',
      'Projetos de pesquisa não recebem ligações: as gravações de entrevistas vêm pelo portal de auditoria.',
    );
  }
  return projeto.empresa_id;
}

const isSame = (row: LoteRow, novo: NovoLote): boolean =>
  row.projeto_id === novo.projetoId &&
  row.origem === novo.origem &&
  row.nome === novo.nome &&
  row.tamanho === novo.tamanho &&
  row.arquivos === novo.arquivos;

/**
 * Begins a batch, once per id: its recordings come after. @throws AppError nao_encontrado, regra_violada, corpo_grande, cota_atingida,
 * muitas_tentativas, conflito for an id that stands for another one
 */
export async function beginLote(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof contracts.criarLoteGravacoes>,
): Promise<LoteGravacaoDetalhe> {
  const scope = session.ownScope;
  if (await isElsewhere(deps.db, 'loteGravacao', scope.empresaId, body.id)) throw notFound();
  if (body.origem === 'arquivo' && isLargeRar(body.nome, body.tamanho)) {
    throw new AppError('corpo_grande', RAR_GRANDE, { errors: [{ campo: 'tamanho', mensagem: RAR_GRANDE }] });
  }
  const novo = (empresaId: string): NovoLote => ({
    ...{
      id: body.id,
      empresaId,
      projetoId: body.projeto_id,
      autorId: session.usuarioId,
      origem: body.origem,
    },
    ...{ nome: body.nome, tamanho: body.tamanho, arquivos: body.origem === 'pasta' ? body.arquivos : 0 },
  });
  const known = async () => {
    const row = await findLote(deps.db, scope, body.id);
    if (row && !isSame(row, novo(row.empresa_id))) {
      throw new AppError('conflito', 'Já há um lote com este id, com outros dados.');
    }
    return row;
  };
  const before = await known();
  if (before) return presented(deps, before);
  await deps.db.transaction(async (tx) => {
    const empresaId = await requireProjeto(tx, scope, body.projeto_id);
    if ((await countOpen(tx, empresaId, body.id)) >= LOTES_ABERTOS_MAX) {
      throw new AppError(
        'muitas_tentativas',
        `Já há ${LOTES_ABERTOS_MAX} lotes de gravações abertos: confirme ou cancele algum antes de começar outro.`,
        { retryAfterS: 60 },
      );
    }
    await requireBytes(tx, deps.env, empresaId, body.tamanho);
    await insertLote(tx, novo(empresaId));
  });
  const row = await known();
  // Somebody else's, who was quicker: as if it were not there.
  if (!row) throw notFound();
  return presented(deps, row);
}

/** Takes names of a folder's files. Asked again, nothing changes. @throws AppError nao_encontrado, conflito, regra_violada, corpo_grande */
export async function announceNames(
  deps: AppDeps,
  scope: Scope,
  id: string,
  { de, arquivos }: BodyOf<typeof contracts.anunciarGravacoesDoLote>,
): Promise<{ anunciados: number }> {
  const large = arquivos.find(({ tamanho }) => tamanho > deps.env.UPLOAD_MAX_MB * MB);
  if (large) {
    throw new AppError(
      'corpo_grande',
      `“${large.nome}” passa do limite de ${deps.env.UPLOAD_MAX_MB} MB de uma gravação.`,
    );
  }
  return deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.origem !== 'pasta') {
      throw new AppError('regra_violada', 'Os nomes de um arquivo compactado são lidos dele mesmo.');
    }
    if (de + arquivos.length > held.arquivos) {
      throw new AppError('regra_violada', `Este lote foi anunciado com ${held.arquivos} arquivos.`);
    }
    if (held.estado === 'enviando') await insertNames(tx, held, de, arquivos);
    return { anunciados: (await readNames(tx, id)).n };
  });
}

/** @throws AppError conflito where not all of a batch has come in */
async function assertComplete(db: Db, scope: Scope, held: Held): Promise<void> {
  const row = await findLote(db, scope, held.id);
  if (!row?.envio_completo) {
    throw new AppError('conflito', 'As gravações deste lote ainda não foram recebidas por inteiro.');
  }
  if (held.origem === 'arquivo') return;
  const { n, ultimo, bytes } = await readNames(db, held.id);
  if (n !== held.arquivos || ultimo !== held.arquivos - 1 || bytes !== held.tamanho) {
    throw new AppError('conflito', 'Faltam nomes de arquivos deste lote, ou os tamanhos não somam o envio.');
  }
  await placeNames(db, held.id);
}

/**
 * Has the recordings read once all of them are here; of a batch that was read, has the calls that nobody chose looked for anew.
 * @throws AppError nao_encontrado, conflito, muitas_tentativas
 */
export async function askToRead(
  deps: AppDeps,
  { scope, actor }: Asked,
  id: string,
): Promise<LoteGravacaoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'lendo') return;
    if (held.estado !== 'enviando' && held.estado !== 'falhou' && held.estado !== 'pronto')
      throw notNow(held);
    if (held.estado === 'enviando') await assertComplete(tx, scope, held);
    const tarefaId = await createTask(tx, {
      ...{ tipo: 'ler_gravacoes', empresaId: held.empresa_id, actor },
      parametros: { loteId: id },
    });
    await saveAct(tx, id, { estado: 'lendo', tarefaId });
  });
  return readLote(deps, scope, id);
}

/** Gives up what was not confirmed: its files go. Asked again, nothing changes. @throws AppError nao_encontrado, conflito */
export async function cancel(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
): Promise<LoteGravacaoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'cancelado') return;
    if (!isOpenBatch(held.estado)) throw notNow(held);
    await discardBatch(tx, id);
    await saveAct(tx, id, { estado: 'cancelado' });
    await recordAction(tx, {
      ...{ ...actor, empresaId: held.empresa_id, recurso: 'lote_gravacao', recursoId: id },
      acao: 'lote_gravacoes_cancelado',
      detalhes: { estado: held.estado },
    });
  });
  return readLote(deps, scope, id);
}

const NENHUMA = { itemId: null, regra: null, substitui: null, lido: null };

/** What a person says of one recording, as it is written. @throws AppError nao_encontrado, regra_violada, conflito */
async function decisionOf(
  db: Db,
  held: Held,
  before: Pick<GravacaoRow, 'id' | 'lido'> & { sha256: string | null },
  body: BodyOf<typeof contracts.decidirGravacao>,
): Promise<Decisao> {
  if (body.acao === 'descartar') return { ...NENHUMA, situacao: 'descartada', porPessoa: true };
  if (body.acao === 'devolver') return { ...NENHUMA, situacao: 'orfa', porPessoa: false };
  if (body.acao === 'criar') {
    const { momento, numero, ramal } = body;
    if (!momento && !numero && !ramal) {
      throw new AppError('regra_violada', 'Informe a data da ligação e o número ou o ramal.');
    }
    // Nobody is asked for the agent: whom the name says, it says still.
    const { agente } = readName(before);
    const lido = { momento, numero: numero || null, ramal: ramal || null, agente };
    return { ...NENHUMA, situacao: 'criar', porPessoa: true, lido };
  }
  const ligacao = await findLigacao(db, held.projeto_id, body.ligacao_id);
  if (!ligacao) throw new AppError('nao_encontrado', 'Ligação não encontrada neste projeto.');
  if (ligacao.arquivo_sha256 !== null && ligacao.arquivo_sha256 === before.sha256) {
    throw new AppError('regra_violada', 'Esta ligação já tem esta mesma gravação.');
  }
  await releaseCall(db, held, { ligacaoId: ligacao.id, except: before.id });
  const has = ligacao.arquivo_path !== null;
  const situacao = has ? (body.substituir ? 'substituir' : 'ja_tem') : 'pareada';
  const substitui = situacao === 'substituir' ? ligacao.arquivo_path : null;
  return { situacao, itemId: ligacao.id, regra: 'pessoa', substitui, porPessoa: true, lido: null };
}

/**
 * Says of which call a recording is, that one is to be made, or that it is left out. Of two people at once the last one wins; whoever
 * confirms sees it. @throws AppError nao_encontrado, conflito, regra_violada
 */
export async function decide(
  deps: AppDeps,
  scope: Scope,
  { id, gravacaoId }: { id: string; gravacaoId: string },
  body: BodyOf<typeof contracts.decidirGravacao>,
): Promise<{ gravacao: GravacaoDoLote; lote: LoteGravacaoDetalhe }> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    const before = await findGravacao(tx, id, gravacaoId);
    if (!before) throw noRecording();
    if (held.estado !== 'pronto') throw notNow(held);
    if (before.situacao === 'recusada') {
      throw new AppError('regra_violada', `Esta gravação não pode ser usada: ${before.motivo ?? ''}`);
    }
    const twin = before.situacao === 'descartada' ? await findTwin(tx, id, gravacaoId) : null;
    if (
      before.situacao === 'repetida' ||
      (twin !== null && (body.acao === 'anexar' || body.acao === 'criar'))
    ) {
      throw new AppError(
        'regra_violada',
        'O mesmo áudio já está em outra gravação do lote ou em uma ligação: a Escuta guarda só uma cópia.',
      );
    }
    const sound = await findSound(tx, id, gravacaoId);
    const decisao = await decisionOf(
      tx,
      held,
      { id: gravacaoId, lido: before.lido, sha256: sound?.sha256 ?? null },
      body,
    );
    await saveDecisao(tx, id, gravacaoId, decisao);
    if (body.acao === 'descartar') await releaseCopies(tx, id);
    // Another one has taken its place since it was left out.
    if (body.acao === 'devolver' && twin !== null) await saveCopy(tx, held, gravacaoId, twin);
    await saveAct(tx, id, { estado: 'pronto' });
  });
  const lote = await readLote(deps, scope, id);
  const row = await findGravacao(deps.db, id, gravacaoId);
  if (!row) throw noRecording();
  return { gravacao: presentGravacao(row), lote };
}

const changedMeanwhile = () =>
  new AppError(
    'conflito',
    'Outra pessoa corrigiu este lote durante a sua conferência. Veja como ficou e tente de novo.',
  );

/** What a group of recordings may have said of it at once. */
const JUNTAS = { orfa: ['descartar', 'criar'], ambigua: ['descartar'], ja_tem: ['descartar', 'substituir'] };

/** Says the same of all recordings that wait for one decision. @throws AppError nao_encontrado, conflito, regra_violada */
export async function decideAll(
  deps: AppDeps,
  scope: Scope,
  id: string,
  { versao, situacao, acao }: BodyOf<typeof contracts.decidirGravacoes>,
): Promise<{ n: number; lote: LoteGravacaoDetalhe }> {
  if (!JUNTAS[situacao].includes(acao)) {
    throw new AppError('regra_violada', 'Esta decisão não vale para todas de uma vez: decida uma a uma.');
  }
  const n = await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado !== 'pronto') throw notNow(held);
    if (held.versao !== versao) throw changedMeanwhile();
    const done =
      acao === 'criar'
        ? await createAll(tx, id)
        : acao === 'substituir'
          ? await replaceAll(tx, id)
          : await discardAll(tx, held, situacao);
    if (acao === 'descartar') await releaseCopies(tx, id);
    await saveAct(tx, id, { estado: 'pronto' });
    return done;
  });
  return { n, lote: await readLote(deps, scope, id) };
}

/** @throws AppError regra_violada naming what a person still has to say */
function assertDecided({
  ambigua = 0,
  orfa = 0,
  ja_tem: jaTem = 0,
}: Awaited<ReturnType<typeof countSituacoes>>) {
  if (orfa > 0) throw new AppError('regra_violada', semLigacao(orfa));
  if (ambigua > 0) {
    throw new AppError(
      'regra_violada',
      ambigua === 1
        ? '1 gravação pode ser de mais de uma ligação: selecione ou descarte.'
        : `${ambigua} gravações podem ser de mais de uma ligação: selecione ou descarte.`,
    );
  }
  if (jaTem > 0) {
    throw new AppError(
      'regra_violada',
      jaTem === 1
        ? '1 gravação é de uma ligação que já tem outra: substitua ou descarte.'
        : `${jaTem} gravações são de ligações que já têm outra: substitua ou descarte.`,
    );
  }
}

/**
 * Has attached what a person looked at; nothing is charged. Asked again, nothing changes; of a batch whose attaching stopped, it goes on.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export async function confirm(
  deps: AppDeps,
  { scope, actor }: Asked,
  id: string,
  { versao }: BodyOf<typeof contracts.confirmarLoteGravacoes>,
): Promise<LoteGravacaoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.confirmado_em !== null) {
      if (held.estado === 'anexando' && !held.tarefa_aberta) await attach(tx, held, actor);
      return;
    }
    if (held.estado !== 'pronto') throw notNow(held);
    if (held.versao !== versao) throw changedMeanwhile();
    const counts = await countSituacoes(tx, id);
    assertDecided(counts);
    const n = SITUACOES_A_ANEXAR.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
    if (n === 0) {
      throw new AppError('regra_violada', 'Nenhuma gravação deste lote tem ligação: nada a anexar.');
    }
    await requireProjeto(tx, scope, held.projeto_id);
    if (counts.criar) await defaultAudit(tx, held.empresa_id, held.projeto_id);
    await attach(tx, held, actor);
    await recordAction(tx, {
      ...{ ...actor, empresaId: held.empresa_id, acao: 'gravacoes_confirmadas', recurso: 'lote_gravacoes' },
      ...{
        recursoId: id,
        detalhes: { gravacoes: n, substituem: counts.substituir ?? 0, criam: counts.criar ?? 0 },
      },
    });
  });
  return readLote(deps, scope, id);
}

/**
 * Tries to attach the recordings again that were refused for a reason that passes (a run was open, another recording stood there). Asked
 * while the task works, nothing changes. @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export async function repeat(
  deps: AppDeps,
  { scope, actor }: Asked,
  id: string,
): Promise<LoteGravacaoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'anexando' && held.tarefa_aberta) return;
    if (held.estado !== 'concluido') throw notNow(held);
    const n = await repeatRefused(tx, id);
    if (n === 0) {
      throw new AppError('regra_violada', 'Este lote não tem gravações para anexar de novo.');
    }
    await requireProjeto(tx, scope, held.projeto_id);
    await attach(tx, held, actor);
    await recordAction(tx, {
      ...{ ...actor, empresaId: held.empresa_id, acao: 'gravacoes_confirmadas', recurso: 'lote_gravacoes' },
      ...{ recursoId: id, detalhes: { gravacoes: n, de_novo: true } },
    });
  });
  return readLote(deps, scope, id);
}

async function attach(db: Db, held: Held, actor: Actor): Promise<void> {
  const tarefaId = await createTask(db, {
    ...{ tipo: 'anexar_gravacoes', empresaId: held.empresa_id, actor },
    parametros: { loteId: held.id },
  });
  await saveConfirmed(db, held.id, { estado: 'anexando', tarefaId, usuarioId: actor.usuarioId });
}

/**
 * Takes back what a batch attached and nobody processed since; what it had not attached yet goes. Asked again, nothing changes; of one
 * that stopped, it goes on.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export async function undo(deps: AppDeps, { scope, actor }: Asked, id: string): Promise<LoteGravacaoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'desfeito' || (held.estado === 'desfazendo' && held.tarefa_aberta)) return;
    if (held.confirmado_em === null) throw notNow(held);
    // One whose attaching stopped for good: what it attached can be taken back, too.
    if (held.estado === 'anexando' && held.tarefa_aberta) {
      throw new AppError('conflito', 'As gravações ainda estão sendo anexadas. Aguarde o fim para desfazer.');
    }
    if (held.confirmado_em.getTime() < Date.now() - LOTE_DESFAZ_DIAS * 86_400_000) {
      throw new AppError('regra_violada', `Só é possível desfazer em até ${LOTE_DESFAZ_DIAS} dias.`);
    }
    const tarefaId = await createTask(tx, {
      ...{ tipo: 'desfazer_gravacoes', empresaId: held.empresa_id, actor },
      parametros: { loteId: id },
    });
    await saveConfirmed(tx, id, { estado: 'desfazendo', tarefaId, usuarioId: actor.usuarioId });
  });
  return readLote(deps, scope, id);
}

type Place = { id: string; gravacaoId: string };

/** A recording that can be heard before it is a call's. @throws AppError nao_encontrado, sem_arquivo */
async function requireSound(deps: AppDeps, scope: Scope, { id, gravacaoId }: Place) {
  const lote = await findLote(deps.db, scope, id);
  if (!lote) throw notFound();
  const sound = await findSound(deps.db, id, gravacaoId);
  if (!sound) throw noRecording();
  if (sound.chave === null) {
    throw new AppError('sem_arquivo', 'O áudio desta gravação não está mais aqui: ouça-a na ligação.');
  }
  return { ...sound, key: sound.chave, empresaId: lote.empresa_id };
}

/** A signed address of a recording for 15 minutes. @throws AppError nao_encontrado, sem_arquivo */
export async function signSound(deps: AppDeps, scope: Scope, signer: Signer, place: Place) {
  const { empresaId, key } = await requireSound(deps, scope, place);
  const path = `/lotes-gravacao/${place.id}/gravacoes/${place.gravacaoId}/audio`;
  return signedSound(deps, { path, empresaId, key }, signer);
}

/** A recording's bytes. @throws AppError nao_encontrado, sem_arquivo */
export async function readSound(
  deps: AppDeps,
  scope: Scope,
  place: Place,
  asked: Conditions,
): Promise<BytesAnswer> {
  const { tamanho: size, ...sound } = await requireSound(deps, scope, place);
  return soundBytes(deps, asked, 'gravacao_lote', { ...sound, size, id: place.gravacaoId });
}
