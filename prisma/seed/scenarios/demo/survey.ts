// The demonstration's survey: twelve interviews with sound, answered, audited and mapped by the product's rules.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@escuta/prisma/db';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import type { AnaliseGravada } from '@escuta/shared/domain/transcripts/text-analysis';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows, type Row } from '@escuta/shared/platform/database/insert-rows';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { deriveCells, insertCells, saveRoles } from '@escuta/shared/services/verdicts/interview-cells';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import type { SeedContext } from '../../context.ts';
import {
  type EntrevistaOuvida,
  type EscutaDaEntrevista,
  hearInterview,
  loadSurveySamples,
  PASTA,
  type PesquisaDeAmostra,
  typedIn,
  versionOf,
} from './survey-samples.ts';

const MODELO = 'demonstração';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

type Feita = {
  amostra: EntrevistaOuvida;
  escuta: EscutaDaEntrevista;
  id: string;
  item: string;
  run: string;
  resultado: string;
  agente: string;
  /** Start of the interview, and end of its audit. */
  at: Date;
  auditedAt: Date;
  gravacao: { chave: string; tamanho: number; sha256: string; picos: string };
};

type Ids = {
  empresa: string;
  projeto: string;
  auditoria: string;
  pesquisa: string;
  questionario: string;
  versao: string;
  conteudo: ConteudoVersao;
};

/**
 * Creates a company's survey unless its project exists. It ends at least two days before the company's ledger begins,
 * at working hours, and keeps the balance.
 */
export async function seedSurvey({ prisma, db: pool, store }: SeedContext, empresaId: string): Promise<void> {
  const { pesquisa, entrevistas } = await loadSurveySamples();
  const where = { empresaId, nome: pesquisa.titulo };
  if (await prisma.projeto.findFirst({ where, select: { id: true } })) return;
  const members = await prisma.membro.findMany({
    where: { empresaId },
    select: { usuarioId: true, usuario: { select: { nome: true } } },
  });
  const accounts = new Map(members.map(({ usuario, usuarioId }) => [usuario.nome ?? '', usuarioId]));
  const first = await prisma.creditoLancamento.aggregate({ where: { empresaId }, _min: { createdAt: true } });
  const shift = weeksTo(entrevistas, (first._min.createdAt ?? new Date()).getTime() - 2 * DAY_MS);
  const conteudo = versionOf(pesquisa, newId);
  const ids: Ids = {
    empresa: empresaId,
    projeto: newId(),
    auditoria: newId(),
    pesquisa: newId(),
    questionario: newId(),
    versao: newId(),
    conteudo,
  };
  const agentes = new Map(entrevistas.map(({ entrevistador }) => [entrevistador, newId()]));
  const feitas: Feita[] = [];
  for (const amostra of entrevistas) {
    const item = newId();
    const at = new Date(Date.parse(amostra.em) + shift);
    feitas.push({
      amostra,
      escuta: await hearInterview(amostra, conteudo, newId),
      id: newId(),
      item,
      run: newId(),
      resultado: newId(),
      agente: agentes.get(amostra.entrevistador) ?? newId(),
      at,
      auditedAt: new Date(at.getTime() + 30 * MINUTE_MS),
      gravacao: await storeSound(store, `${empresaId}/${item}`, amostra),
    });
  }
  await pool.transaction(async (tx) => {
    await addSurvey(tx, ids, pesquisa, new Date(Math.min(...feitas.map(({ at }) => at.getTime())) - DAY_MS));
    await insertRows(
      tx,
      'agentes',
      [...agentes].map(([nome, id]) => ({
        id,
        empresa_id: empresaId,
        nome,
        usuario_id: accounts.get(nome) ?? null,
        created_at: feitas[0]?.at,
        updated_at: feitas[0]?.at,
      })),
    );
    await addInterviews(tx, ids, feitas, accounts);
    await addRuns(tx, ids, feitas);
    await addTranscripts(tx, ids, feitas);
    for (const feita of feitas) await addCells(tx, ids, feita);
    await addLedger(tx, ids, feitas);
    await tx.query('SELECT escuta_grava_qualidade($1::uuid[])', [feitas.map(({ run }) => run)]);
  });
}

/** Whole weeks, ms, by which interviews are moved to before a time: each keeps its hour and its day of the week. */
export function weeksTo(entrevistas: readonly { em: string }[], until: number): number {
  const last = Math.max(...entrevistas.map(({ em }) => Date.parse(em)));
  return Math.floor((until - last) / WEEK_MS) * WEEK_MS;
}

async function storeSound(store: ObjectStore, base: string, { arquivo }: EntrevistaOuvida) {
  const file = `${PASTA}${arquivo}`;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const [chave, picos] = [`${base}/${newId()}`, `${base}/${newId()}-picos`];
  await store.put(chave, createReadStream(file), { contentType: 'audio/mpeg' });
  await store.put(picos, createReadStream(file.replace('.mp3', '.picos')), {
    contentType: 'application/octet-stream',
  });
  return { chave, picos, tamanho: (await stat(file)).size, sha256: hash.digest('hex') };
}

async function addSurvey(tx: Db, ids: Ids, pesquisa: PesquisaDeAmostra, at: Date): Promise<void> {
  const owner = { empresa_id: ids.empresa };
  const times = { created_at: at, updated_at: at };
  await insertRows(tx, 'projetos', [
    {
      id: ids.projeto,
      ...owner,
      nome: pesquisa.titulo,
      descricao: 'Pesquisa fictícia da demonstração: doze entrevistas com falhas plantadas.',
      tipo_projeto: 'pesquisa',
      is_active: true,
      canal_agente: 'left',
      ...times,
    },
  ]);
  await insertRows(tx, 'auditorias', [
    {
      id: ids.auditoria,
      ...owner,
      projeto_id: ids.projeto,
      nome: AUDITORIA_PADRAO_NOME.pesquisa,
      status: 'pendente',
      padrao: true,
      ...times,
    },
  ]);
  await insertRows(tx, 'pesquisas', [
    {
      id: ids.pesquisa,
      ...owner,
      projeto_id: ids.projeto,
      titulo: pesquisa.titulo,
      descricao: pesquisa.descricao,
      ativo: true,
      ...times,
    },
  ]);
  await insertRows(tx, 'questionarios', [
    {
      id: ids.questionario,
      ...owner,
      pesquisa_id: ids.pesquisa,
      nome: pesquisa.questionario,
      ativo: true,
      ...times,
    },
  ]);
  await insertRows(
    tx,
    'perguntas',
    ids.conteudo.perguntas.map((pergunta, index) => ({
      id: pergunta.id,
      ...owner,
      questionario_id: ids.questionario,
      codigo: pergunta.codigo,
      texto_pergunta: pergunta.texto,
      tipo: pergunta.tipo,
      obrigatoria: pergunta.obrigatoria,
      ler_opcoes: pergunta.lerOpcoes,
      instrucao: pergunta.instrucao,
      mostrar_se: pergunta.mostrarSe,
      minimo: pergunta.minimo,
      maximo: pergunta.maximo,
      unidade: pergunta.unidade,
      ordem: index + 1,
      ativo: true,
      ...times,
    })),
  );
  await insertRows(
    tx,
    'respostas_definidas',
    ids.conteudo.perguntas.flatMap(({ id, opcoes }) =>
      opcoes.map((opcao, index) => ({
        id: opcao.id,
        ...owner,
        pergunta_id: id,
        texto_resposta: opcao.texto,
        valor: opcao.valor,
        ordem: index + 1,
        sinonimos: opcao.sinonimos,
        especial: opcao.especial,
      })),
    ),
  );
  await insertRows(tx, 'questionario_versoes', [
    {
      id: ids.versao,
      ...owner,
      questionario_id: ids.questionario,
      numero: 1,
      conteudo: ids.conteudo,
      created_at: at,
      publicada_em: at,
    },
  ]);
}

async function addInterviews(
  tx: Db,
  ids: Ids,
  feitas: readonly Feita[],
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const owner = { empresa_id: ids.empresa };
  const endOf = ({ at, amostra }: Feita) => new Date(at.getTime() + amostra.fatos.durationMs);
  await insertRows(
    tx,
    'entrevistas',
    feitas.map((feita) => ({
      id: feita.id,
      ...owner,
      projeto_id: ids.projeto,
      pesquisa_id: ids.pesquisa,
      questionario_id: ids.questionario,
      questionario_versao_id: ids.versao,
      usuario_id: accounts.get(feita.amostra.entrevistador) ?? null,
      agente_id: feita.agente,
      origem: 'coleta',
      nome_entrevistado: feita.amostra.nome,
      telefone_entrevistado: feita.amostra.telefone,
      situacao: 'concluida',
      gravacao: 'esperada',
      ultimo_contato_em: endOf(feita),
      concluida_em: endOf(feita),
      created_at: feita.at,
    })),
  );
  const answers: Row[] = [];
  const events: Row[] = [];
  for (const feita of feitas) {
    const usuario_id = accounts.get(feita.amostra.entrevistador) ?? null;
    const happened = (tipo: string, pergunta_id: string | null, valor: object | null) => {
      const seq = events.filter(({ entrevista_id }) => entrevista_id === feita.id).length + 1;
      const step = (seq - 1) / (ids.conteudo.perguntas.length + 1);
      const created_at = new Date(feita.at.getTime() + Math.round(feita.amostra.fatos.durationMs * step));
      events.push({
        entrevista_id: feita.id,
        seq,
        ...owner,
        tipo,
        pergunta_id,
        valor,
        usuario_id,
        created_at,
      });
      return { seq, created_at };
    };
    happened('iniciada', null, null);
    for (const pergunta of ids.conteudo.perguntas) {
      const passo = feita.amostra.passos.find(({ codigo }) => codigo === pergunta.codigo);
      if (!passo || passo.digitada.length === 0) continue;
      const { opcoes, texto } = typedIn(pergunta, passo.digitada);
      const typed = { opcoes, texto: texto === '' ? null : texto };
      const { seq, created_at } = happened('resposta_alterada', pergunta.id, typed);
      answers.push({
        id: newId(),
        ...owner,
        entrevista_id: feita.id,
        pergunta_id: pergunta.id,
        opcoes,
        texto_resposta: typed.texto,
        ultima_seq: seq,
        created_at,
        updated_at: created_at,
      });
    }
    happened('finalizada', null, null);
  }
  await insertRows(tx, 'respostas', answers);
  await insertRows(tx, 'entrevista_eventos', events);
  await insertRows(
    tx,
    'auditoria_itens',
    feitas.map((feita) => ({
      id: feita.item,
      ...owner,
      projeto_id: ids.projeto,
      auditoria_id: ids.auditoria,
      tipo_item: 'entrevista',
      status: 'concluido',
      call_start_time: feita.at,
      call_end_time: endOf(feita),
      call_duration: Math.round(feita.amostra.fatos.durationMs / 1000),
      numero_destino: feita.amostra.telefone,
      nome_entrevistado: feita.amostra.nome,
      arquivo_path: feita.gravacao.chave,
      arquivo_nome: feita.amostra.arquivo,
      arquivo_tipo: 'audio/mpeg',
      arquivo_tamanho: feita.gravacao.tamanho,
      arquivo_sha256: feita.gravacao.sha256,
      arquivo_recebido_em: endOf(feita),
      gravacao_ms: Math.round(feita.amostra.fatos.durationMs),
      pesquisa_id: ids.pesquisa,
      questionario_id: ids.questionario,
      entrevista_id: feita.id,
      metadata: { amostra: feita.amostra.slug },
      created_at: feita.at,
      updated_at: feita.auditedAt,
    })),
  );
}

async function addRuns(tx: Db, ids: Ids, feitas: readonly Feita[]): Promise<void> {
  const startOf = ({ auditedAt }: Feita) => new Date(auditedAt.getTime() - MINUTE_MS);
  await insertRows(
    tx,
    'execucoes',
    feitas.map((feita) => ({
      id: feita.run,
      empresa_id: ids.empresa,
      projeto_id: ids.projeto,
      item_id: feita.item,
      status: 'concluida',
      etapa_atual: 'contabilizacao',
      origem: 'manual',
      configuracao: {},
      admitida_em: startOf(feita),
      iniciada_em: startOf(feita),
      terminada_em: feita.auditedAt,
      created_at: startOf(feita),
    })),
  );
  await insertRows(
    tx,
    'execucao_etapas',
    feitas.flatMap((feita) =>
      FLUXOS.entrevista.map((etapa, index) => ({
        execucao_id: feita.run,
        etapa,
        ordem: index + 1,
        empresa_id: ids.empresa,
        status: 'concluida',
        tentativa: 1,
        versao: 1,
        saida: etapa === 'audio' ? { arquivoPath: feita.gravacao.chave } : null,
        iniciada_em: startOf(feita),
        terminada_em: feita.auditedAt,
      })),
    ),
  );
}

async function addTranscripts(tx: Db, ids: Ids, feitas: readonly Feita[]): Promise<void> {
  await insertRows(
    tx,
    'auditoria_resultados',
    feitas.map((feita) => ({
      id: feita.resultado,
      empresa_id: ids.empresa,
      projeto_id: ids.projeto,
      auditoria_id: ids.auditoria,
      item_id: feita.item,
      execucao_id: feita.run,
      nome_arquivo: feita.amostra.arquivo,
      status_processamento: 'concluido',
      fatos_audio: feita.amostra.fatos,
      picos_path: feita.gravacao.picos,
      analise_texto: analysisOf(feita),
      processado_em: feita.auditedAt,
      created_at: feita.at,
      updated_at: feita.auditedAt,
    })),
  );
  const transcripts = feitas.map((feita) => ({ feita, id: newId() }));
  await insertRows(
    tx,
    'transcricoes',
    transcripts.map(({ feita, id }) => ({
      id,
      empresa_id: ids.empresa,
      projeto_id: ids.projeto,
      item_id: feita.item,
      resultado_id: feita.resultado,
      canal: 'left',
      modelo: MODELO,
      full_text: feita.escuta.sentencas.map(({ texto }) => texto).join(' '),
    })),
  );
  await insertRows(
    tx,
    'sentencas',
    transcripts.flatMap(({ feita, id }) =>
      feita.escuta.sentencas.map((sentence) => ({
        id: sentence.id,
        empresa_id: ids.empresa,
        transcricao_id: id,
        ordem: sentence.ordem,
        texto: sentence.texto,
        start_ms: sentence.startMs,
        end_ms: sentence.endMs,
        confianca: sentence.confianca,
        falante: 'desconhecido',
        voz: sentence.voz,
      })),
    ),
  );
}

function analysisOf({ amostra, escuta }: Feita): AnaliseGravada {
  return {
    resumo: `${amostra.entrevistador} entrevista ${amostra.nome} sobre o uso de ônibus no Recife.`,
    sentimentoGeral: 'neutro',
    sentimentoPorQuarto: [0, 0, 0, 0],
    ofensas: [],
    respostas: null,
    modelo: MODELO,
    sentimentos: Object.fromEntries(escuta.sentencas.map(({ ordem }) => [ordem, 0])),
  };
}

async function addCells(tx: Db, ids: Ids, { escuta, ...feita }: Feita): Promise<void> {
  await saveRoles(tx, ids.empresa, feita.resultado, escuta.papeis);
  const owner = {
    empresaId: ids.empresa,
    projetoId: ids.projeto,
    pesquisaId: ids.pesquisa,
    itemId: feita.item,
    execucaoId: feita.run,
    entrevistaId: feita.id,
  };
  await insertCells(tx, owner, deriveCells(escuta.material, escuta.respostas));
  await tx.query('UPDATE confrontos SET vigente = true WHERE execucao_id = $1', [feita.run]);
  await saveMatrixRow(tx, feita.id);
}

/** The credits bought before the first interview equal those spent by all, so the balance does not change. */
async function addLedger(tx: Db, ids: Ids, feitas: readonly Feita[]): Promise<void> {
  const ordered = [...feitas].sort((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = ordered;
  if (!first) return;
  let saldo = 0;
  const line = (created_at: Date, tipo: string, quantidade: number, descricao: string, extra: Row) => {
    saldo += quantidade;
    const id = newId();
    return {
      id,
      empresa_id: ids.empresa,
      tipo,
      quantidade,
      saldo_apos: saldo,
      ...extra,
      descricao,
      created_at,
    };
  };
  const bought = { execucao_id: null, chave_idempotente: 'pesquisa-da-demonstracao' };
  const rows = [
    line(new Date(first.at.getTime() - DAY_MS), 'compra', ordered.length, 'Pacote da demonstração', bought),
  ];
  for (const { run, auditedAt } of ordered) {
    const of = { execucao_id: run, chave_idempotente: null };
    rows.push(
      line(new Date(auditedAt.getTime() - MINUTE_MS), 'reserva', -1, 'Processamento de gravação', of),
    );
    rows.push(line(auditedAt, 'captura', 0, 'Gravação processada', of));
  }
  await insertRows(tx, 'credito_lancamentos', rows);
}
