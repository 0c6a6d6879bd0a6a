// SQL instead of Prisma, because an import is locked before each write, and rows are looked up and written in bulk.

import type { Db } from '@escuta/prisma/db';
import {
  type ColunaLida,
  type Contagens,
  colunaLidaSchema,
  contagensSchema,
  type EstadoImportacao,
  type LeituraDaPlanilha,
  leituraSchema,
  type Mapeamento,
  mapeamentoSchema,
  NADA_CONTADO,
  NADA_LIDO,
} from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import type { Direcao } from '@escuta/shared/domain/calls/call-direction';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import type { Worked } from '../intake/intake-repo.ts';

export type Importacao = {
  id: string;
  empresaId: string;
  projetoId: string;
  auditoriaId: string | null;
  autorId: string | null;
  estado: EstadoImportacao;
  automatica: boolean;
  versao: number;
  nome: string;
  tamanho: number;
  envioId: string | null;
  chaveObjeto: string | null;
  origem: string | null;
  /** Name of the sheet that a person chose; null: the reader detects the sheet. */
  aba: string | null;
  leitura: LeituraDaPlanilha;
  de1904: boolean;
  cabecalhoN: number | null;
  linhas: number | null;
  linha: number;
  colunas: ColunaLida[];
  mapeamento: Mapeamento | null;
  /** Counts of the present phase. */
  contagens: Contagens;
  /** Counts of the dry run, needed because the import creates only the agents that the dry run announced. */
  simulacao: Contagens | null;
  createdAt: Date;
};

type Row = Omit<Importacao, 'colunas' | 'mapeamento' | 'contagens' | 'simulacao' | 'leitura'> & {
  simulacao: unknown;
  leitura: unknown;
  colunas: unknown;
  mapeamento: unknown;
  contagens: unknown;
};

/** Reads the import on which a task works; null if the import belongs to another task. */
export async function readImport(db: Db, task: Worked<'importacao'>): Promise<Importacao | null> {
  const { rows } = await db.query<Row>({
    name: 'importacao_do_trabalho',
    text: `select id, empresa_id as "empresaId", projeto_id as "projetoId", auditoria_id as "auditoriaId",
      autor_id as "autorId", estado,
             automatica, versao, nome, tamanho::float8 as tamanho, envio_id as "envioId", chave_objeto as "chaveObjeto",
             origem, case when estado = 'lendo' then aba_pedida else aba end as aba, leitura, de_1904 as "de1904",
               cabecalho_n as "cabecalhoN", linhas, linha, colunas, mapeamento, created_at as "createdAt",
             simulacao, case when estado = 'simulando' then simulacao else resultado end as contagens
           from importacoes where id = $1 and tarefa_id = $2`,
    values: [task.parametros.importacaoId, task.id],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    ...row,
    contagens: readStored(contagensSchema, row.contagens, NADA_CONTADO),
    simulacao: readStored(contagensSchema, row.simulacao, null),
    colunas: readStoredList(colunaLidaSchema, row.colunas),
    leitura: readStored(leituraSchema, row.leitura, NADA_LIDO),
    mapeamento: readStored(mapeamentoSchema, row.mapeamento, null),
  };
}

/** The mapping that the company last confirmed for this heading. */
export async function rememberedMapping(
  db: Db,
  empresaId: string,
  cabecalhoSha256: string,
): Promise<Mapeamento | null> {
  const found = await db
    .within(companyScope(empresaId))
    .importacaoMapeamento.findFirst({ where: { empresaId, cabecalhoSha256 }, select: { mapeamento: true } });
  return found && readStored(mapeamentoSchema, found.mapeamento, null);
}

export type Existentes = {
  /** Ids of existing items, by the call's identifier (`porId`) and by its key in hex (`porChave`). */
  porId: Map<string, string>;
  porChave: Map<string, string>;
  /** Items of `porId` that this import inserted. */
  desta: Set<string>;
  /** Calls from no sheet, compared by telephone number and time (second), because they have fewer fields. */
  semChave: { id: string; numero: string; segundo: number }[];
};

/**
 * Finds existing calls by identifier, key or (calls from no sheet) time; OFFSET 0 makes each lookup use its index.
 * Statistics and plans lag behind imports, so statements have no names, and a subquery hides project ids from plans.
 */
export async function findExisting(
  db: Db,
  { id: importacaoId, projetoId }: Pick<Importacao, 'id' | 'projetoId'>,
  asked: { ids: string[]; chaves: Buffer[]; segundos: number[] },
): Promise<Existentes> {
  const porId = await db.query<{ unique_id: string; id: string; importacao_id: string | null }>({
    text: `select i.unique_id, i.id, i.importacao_id from unnest($2::text[]) as a (unique_id) cross join lateral (
             select o.id, o.unique_id, o.importacao_id from auditoria_itens o where o.projeto_id = (select $1::uuid)
               and o.unique_id = a.unique_id offset 0) i`,
    values: [projetoId, asked.ids],
  });
  const porChave = await db.query<{ chave: string; id: string }>({
    text: `select encode(a.chave, 'hex') as chave, i.id from unnest($2::bytea[]) as a (chave) cross join lateral (
             select o.id from auditoria_itens o where o.projeto_id = (select $1::uuid)
               and o.chave_dup = a.chave offset 0) i`,
    values: [projetoId, asked.chaves],
  });
  const semChave = await db.query<{ id: string; numero: string; segundo: number }>({
    text: `select i.id, i.numero, s.segundo::float8 as segundo from unnest($2::float8[]) as s (segundo)
      cross join lateral (
             select o.id, o.numero_destino as numero from auditoria_itens o
             where o.projeto_id = (select $1::uuid) and o.momento_chamada >= to_timestamp(s.segundo)
               and o.momento_chamada < to_timestamp(s.segundo + 1)
               and (o.chave_dup is null or o.importacao_id is null) and o.call_start_time is not null
                 and o.numero_destino is not null
             offset 0) i`,
    values: [projetoId, [...new Set(asked.segundos)]],
  });
  return {
    porId: new Map(porId.rows.map(({ unique_id, id }) => [unique_id, id])),
    porChave: new Map(porChave.rows.map(({ chave, id }) => [chave, id])),
    desta: new Set(porId.rows.flatMap((row) => (row.importacao_id === importacaoId ? [row.id] : []))),
    semChave: semChave.rows,
  };
}

/** Row numbers of the dry run, by key in hex. */
export async function findKeys(
  db: Db,
  importacaoId: string,
  chaves: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ chave: string; n: number }>({
    text: `select encode(a.chave, 'hex') as chave, k.n from unnest($2::bytea[]) as a (chave) cross join lateral (
             select o.n from importacao_chaves o where o.importacao_id = $1 and o.chave = a.chave offset 0) k`,
    values: [importacaoId, chaves],
  });
  return new Map(rows.map(({ chave, n }) => [chave, n]));
}

export async function takeKeys(
  db: Db,
  importacaoId: string,
  taken: readonly { chave: Buffer; n: number }[],
): Promise<void> {
  await db.query({
    name: 'importacao_chaves_novas',
    text: `insert into importacao_chaves (importacao_id, chave, n) select $1, c.chave, c.n
      from unnest($2::bytea[], $3::int[]) as c (chave, n)
           on conflict do nothing`,
    values: [importacaoId, taken.map(({ chave }) => chave), taken.map(({ n }) => n)],
  });
}

/** Deletes a phase's keys and rows. */
export async function forgetRows(db: Db, importacaoId: string, simulada: boolean): Promise<void> {
  await forgetKeys(db, importacaoId);
  await db.within(INSTALACAO).importacaoLinha.deleteMany({ where: { importacaoId, simulada } });
}

export async function forgetKeys(db: Db, importacaoId: string): Promise<void> {
  await db.within(INSTALACAO).importacaoChave.deleteMany({ where: { importacaoId } });
}

export type NovaLigacao = {
  id: string;
  inicio: Date;
  fim: Date | null;
  duracao: number | null;
  numero: string | null;
  ramal: string | null;
  direcao: Direcao | null;
  arquivo: string | null;
  nome: string | null;
  uniqueId: string | null;
  chave: Buffer;
  agenteId: string | null;
  metadata: Record<string, unknown>;
};

/**
 * Inserts calls of an import; existing calls stay unchanged.
 * @returns ids of the inserted calls
 */
export async function insertCalls(
  db: Db,
  owner: {
    importacaoId: string;
    empresaId: string;
    projetoId: string;
    auditoriaId: string;
    autorId: string | null;
  },
  novas: readonly NovaLigacao[],
): Promise<Set<string>> {
  if (novas.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'importacao_ligacoes',
    text: `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, call_start_time,
      call_end_time, call_duration,
             numero_destino, ramal, direcao, asterisk_filename, nome_entrevistado, unique_id, chave_dup, agente_id,
             agente_origem, metadata,
             criado_por, importacao_id)
           select n.id, $2, $3, $4, 'ligacao', n.inicio, n.fim, n.duracao, n.numero, n.ramal, n.direcao, n.arquivo,
           n.nome, n."uniqueId",
             decode(n.chave, 'hex'), n."agenteId", case when n."agenteId" is not null then 'nome' end, n.metadata, $5,
             $6
           from jsonb_to_recordset($1::jsonb)
             as n (id uuid, inicio timestamptz, fim timestamptz, duracao int, numero text, ramal text,
             direcao text, arquivo text, nome text, "uniqueId" text, chave text, "agenteId" uuid, metadata jsonb)
           on conflict do nothing returning id`,
    values: [
      JSON.stringify(novas.map((nova) => ({ ...nova, chave: nova.chave.toString('hex') }))),
      owner.empresaId,
      owner.projetoId,
      owner.auditoriaId,
      owner.autorId,
      owner.importacaoId,
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

export type LinhaFora = {
  n: number;
  recusada: boolean;
  /** True for a call's further leg, neither refused nor duplicate. */
  perna: boolean;
  motivo: string | null;
  celulas: string[] | null;
  itemId: string | null;
  linhaIgual: number | null;
};

const LINHAS_POR_VEZ = 1000;

/**
 * Saves the rows that did not become calls. A duplicate of an earlier batch's row keeps the row number that the dry run
 * found.
 */
export async function saveRows(
  db: Db,
  owner: { importacaoId: string; empresaId: string; simulada: boolean },
  linhas: readonly LinhaFora[],
): Promise<void> {
  // Writes in batches, because a single call may contain all the sheet's rows, 100 MB as JSON.
  for (let at = 0; at < linhas.length; at += LINHAS_POR_VEZ) {
    await db.query({
      name: 'importacao_linhas',
      text: `insert into importacao_linhas (importacao_id, simulada, n, empresa_id, recusada, perna, motivo, celulas,
        item_id, linha_igual)
           select $2, $3::boolean, l.n, $4, l.recusada, l.perna, l.motivo,
             case when l.celulas is not null then array(select jsonb_array_elements_text(l.celulas)) end, l."itemId",
             coalesce(l."linhaIgual", (select s.linha_igual from importacao_linhas s
               where not $3::boolean and s.importacao_id = $2 and s.simulada and s.n = l.n))
           from jsonb_to_recordset($1::jsonb) as l (n int, recusada boolean, perna boolean, motivo text, celulas jsonb,
             "itemId" uuid, "linhaIgual" int)`,
      values: [
        JSON.stringify(linhas.slice(at, at + LINHAS_POR_VEZ)),
        owner.importacaoId,
        owner.simulada,
        owner.empresaId,
      ],
    });
  }
}

/** Sets a phase's final state, in the caller's transaction. */
export async function endPhase(
  db: Db,
  importacaoId: string,
  { estado, motivo = null }: { estado: EstadoImportacao; motivo?: string | null },
): Promise<void> {
  await db.query({
    name: 'importacao_fase',
    text: `update importacoes set estado = $2, motivo = $3, concluida_em = case when $2 = 'concluida' then now()
      else concluida_em end,
             expira_em = case when $2 = 'concluida' then now() + make_interval(days => ${LIMITES_IMPORTACAO.desfazDias})
               else expira_em end,
             updated_at = now()
           where id = $1`,
    values: [importacaoId, estado, motivo],
  });
}

export async function saveCounts(
  db: Db,
  { id, estado }: Pick<Importacao, 'id' | 'estado'>,
  { linha, contagens }: Pick<Importacao, 'linha' | 'contagens'>,
): Promise<void> {
  await db.query({
    name: 'importacao_contagens',
    text: `update importacoes set linha = $2, simulacao = case when $3 then $4::jsonb else simulacao end,
             resultado = case when $3 then resultado else $4::jsonb end, updated_at = now() where id = $1`,
    values: [id, linha, estado === 'simulando', JSON.stringify(contagens)],
  });
}
