import { createHash } from 'node:crypto';
import { digitsKey } from '@escuta/shared/domain/call-sheet/call-key';
import type { Contagens } from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { orderOfDates } from '@escuta/shared/domain/call-sheet/recognise';
import { type LigacaoLida, RowReader } from '@escuta/shared/domain/call-sheet/row';
import { AppError } from '@escuta/shared/domain/errors';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/sheet';
import { holdRamais } from '@escuta/shared/node/call-agents';
import { callKey } from '@escuta/shared/node/call-key';
import { newId } from '@escuta/shared/node/ids';
import { type Queryable, transaction } from '@escuta/shared/node/transaction';
import { agentsByName, knownAgents } from '../portal/agents.ts';
import type { TaskContext } from '../tasks/task.ts';
import {
  type Existentes,
  endPhase,
  findExisting,
  findKeys,
  forgetRows,
  holdImport,
  type Importacao,
  insertCalls,
  type LinhaFora,
  type NovaLigacao,
  saveCounts,
  saveRows,
  takeKeys,
} from './import-repo.ts';
import { rowsAfter } from './row-source.ts';

type Context = TaskContext<'importar_ligacoes'>;

/** Rows that one transaction takes. */
const ROWS = 1000;
/** A clock that is a little ahead is no call in the future. */
const FOLGA_MS = 5 * 60_000;
const PERNA = 'perna "Local/…;2" da mesma ligação';

type Chamada = { n: number; celulas: string[]; ligacao: LigacaoLida; chave: Buffer; hex: string };
/** What a row is found to be. */
type Achada = { tipo: 'nova'; chamada: Chamada } | { tipo: 'fora'; fora: LinhaFora; perna: boolean };

function readerOf(importacao: Importacao): RowReader {
  const { mapeamento, colunas } = importacao;
  if (!mapeamento) throw new AppError('regra_violada', 'Falta dizer o que é cada coluna.');
  return new RowReader({
    titulos: colunas.map(({ titulo }) => titulo),
    mapeamento,
    ordem: orderOfDates(colunas, mapeamento),
    de1904: importacao.de1904,
    // Whether a call is in the future does not depend on when the dry run was: both see the day on which the file came.
    ate: importacao.createdAt.getTime() + FOLGA_MS,
  });
}

const idKey = (uniqueId: string): Buffer => createHash('sha256').update(`id ${uniqueId}`).digest();
const duplicate = (n: number, itemId: string | null, linhaIgual: number | null): LinhaFora => ({
  n,
  recusada: false,
  motivo: null,
  celulas: null,
  itemId,
  linhaIgual,
});

/** Rows as calls; others with why they are none. In their order. */
function parse(importacao: Importacao, linhas: readonly LinhaLida[]): Achada[] {
  const reader = readerOf(importacao);
  return linhas.map(({ n, celulas }): Achada => {
    const row = reader.read(celulas);
    if (row.tipo === 'perna')
      return { tipo: 'fora', perna: true, fora: { ...duplicate(n, null, null), motivo: PERNA } };
    if (row.tipo === 'recusada') {
      const fora = { ...duplicate(n, null, null), recusada: true, motivo: row.motivos.join('; '), celulas };
      return { tipo: 'fora', perna: false, fora };
    }
    const chave = callKey(row.ligacao);
    const chamada = { n, celulas, ligacao: row.ligacao, chave, hex: chave.toString('hex') };
    return { tipo: 'nova', chamada };
  });
}

/** Says of each call whether it is there already: in the project, or in a row before it. */
function sort(achadas: readonly Achada[], there: Existentes, earlier: ReadonlyMap<string, number>): Achada[] {
  const ids = new Map<string, number>();
  const keys = new Map<string, number>();
  return achadas.map((achada): Achada => {
    if (achada.tipo === 'fora') return achada;
    const { n, ligacao, hex } = achada.chamada;
    const { uniqueId } = ligacao;
    const segundo = Math.floor(ligacao.inicio / 1000);
    const digits = digitsKey(ligacao.numero);
    const item =
      (uniqueId !== null ? there.porId.get(uniqueId) : undefined) ??
      there.porChave.get(hex) ??
      there.semChave.find((one) => one.segundo === segundo && digitsKey(one.numero) === digits)?.id;
    if (item !== undefined) return { tipo: 'fora', perna: false, fora: duplicate(n, item, null) };
    const linha =
      (uniqueId !== null ? (ids.get(uniqueId) ?? earlier.get(idKey(uniqueId).toString('hex'))) : undefined) ??
      keys.get(hex) ??
      earlier.get(hex);
    if (linha !== undefined) return { tipo: 'fora', perna: false, fora: duplicate(n, null, linha) };
    if (uniqueId !== null) ids.set(uniqueId, n);
    keys.set(hex, n);
    return achada;
  });
}

const plainName = (nome: string): string =>
  nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Agents of the calls that are new; names that nobody has are made where the person said so. */
async function agentsOf(
  db: Queryable,
  importacao: Importacao,
  novas: readonly Chamada[],
  contagens: Contagens,
): Promise<ReadonlyMap<string, string>> {
  const nomes = [
    ...new Set(novas.flatMap(({ ligacao }) => (ligacao.agente === null ? [] : [ligacao.agente]))),
  ];
  if (nomes.length === 0) return new Map();
  const known = await knownAgents(db, importacao.empresaId, nomes);
  const seen = new Set(contagens.agentes_novos.map(plainName));
  for (const nome of nomes) {
    if (known.has(nome) || seen.has(plainName(nome)) || seen.size > LIMITES_IMPORTACAO.agentesNovos) continue;
    seen.add(plainName(nome));
    contagens.agentes_novos.push(nome);
  }
  if (!importacao.mapeamento?.criar_agentes) return known;
  if (contagens.agentes_novos.length > LIMITES_IMPORTACAO.agentesNovos)
    throw new AppError(
      'regra_violada',
      `A planilha traz mais de ${LIMITES_IMPORTACAO.agentesNovos} nomes de agentes que não existem: confira se a coluna é mesmo a do agente, ou importe sem criar agentes.`,
    );
  if (importacao.estado === 'simulando') return known;
  return agentsByName(db, importacao.empresaId, nomes);
}

function asCall({ ligacao, chave }: Chamada, agentes: ReadonlyMap<string, string>): NovaLigacao {
  const { inicio, fim, duracao, numero, ramal, arquivo, nome, uniqueId, agente, metadata } = ligacao;
  const agenteId = agente === null ? null : (agentes.get(agente) ?? null);
  return {
    id: newId(),
    inicio: new Date(inicio),
    fim: fim === null ? null : new Date(fim),
    duracao,
    numero,
    ramal,
    arquivo,
    nome,
    uniqueId,
    chave,
    agenteId,
    metadata: {
      ...metadata,
      tipo: 'ligacao',
      ...(nome === null ? {} : { nome_entrevistado: nome }),
      ...(uniqueId === null ? {} : { unique_id: uniqueId }),
      ...(duracao === null ? {} : { duracao: String(Math.round(duracao / 60)) }),
      // Whoever spoke is not lost, should nobody of that name be known.
      ...(agente !== null && agenteId === null ? { agente } : {}),
    },
  };
}

/** Writes new calls. Those that somebody else wrote meanwhile are duplicates, after all. */
async function write(
  db: Queryable,
  importacao: Importacao,
  novas: readonly Chamada[],
  agentes: ReadonlyMap<string, string>,
): Promise<{ foras: LinhaFora[]; ids: ReadonlyMap<number, string> }> {
  if (importacao.auditoriaId === null)
    throw new AppError('nao_encontrado', 'A auditoria desta importação foi excluída.');
  const owner = { ...importacao, importacaoId: importacao.id, auditoriaId: importacao.auditoriaId };
  const calls = novas.map((chamada) => ({ chamada, nova: asCall(chamada, agentes) }));
  await holdRamais(db, importacao.empresaId, 'ficam');
  const made = await insertCalls(
    db,
    owner,
    calls.map(({ nova }) => nova),
  );
  const late = calls.filter(({ nova }) => !made.has(nova.id)).map(({ chamada }) => chamada);
  const ids = new Map(
    calls.flatMap(({ chamada, nova }) => (made.has(nova.id) ? [[chamada.n, nova.id] as const] : [])),
  );
  if (late.length === 0) return { foras: [], ids };
  const there = await findExisting(db, importacao.projetoId, asked(late));
  const foras = late.map(({ n, ligacao, hex }) =>
    duplicate(
      n,
      (ligacao.uniqueId === null ? undefined : there.porId.get(ligacao.uniqueId)) ??
        there.porChave.get(hex) ??
        null,
      null,
    ),
  );
  return { foras, ids };
}

const asked = (chamadas: readonly Chamada[]) => ({
  ids: chamadas.flatMap(({ ligacao }) => (ligacao.uniqueId === null ? [] : [ligacao.uniqueId])),
  chaves: chamadas.map(({ chave }) => chave),
  segundos: chamadas.map(({ ligacao }) => Math.floor(ligacao.inicio / 1000)),
});

const newOnes = (achadas: readonly Achada[]): Chamada[] =>
  achadas.flatMap((achada) => (achada.tipo === 'nova' ? [achada.chamada] : []));

/**
 * One batch of rows, of the dry run or of the import itself: both read, look up and count alike; the one remembers what it would have
 * written, the other writes it. What it does stands in one transaction with how far it is.
 * @returns false after the last row: it has ended
 */
export async function writePhase(context: Context, importacao: Importacao): Promise<boolean> {
  const { pool, task, save } = context;
  const { id, estado, empresaId } = importacao;
  const simulada = estado === 'simulando';
  const after = Math.max(importacao.linha, importacao.cabecalhoN ?? 0);
  const { linhas, made: parsed } = await rowsAfter(context, importacao, after, {
    most: ROWS,
    make: (rows) => parse(importacao, rows),
  });
  if (linhas.length === 0) {
    await transaction(pool, async (tx) => {
      await save(tx, { total: importacao.contagens.lidas, feito: importacao.contagens.lidas });
      await holdImport(tx, task, estado);
      await endPhase(tx, id, { estado: simulada ? 'simulada' : 'concluida' });
      await tx.query('DELETE FROM importacao_chaves WHERE importacao_id = $1', [id]);
    });
    return false;
  }
  await transaction(pool, async (tx) => {
    await holdImport(tx, task, estado);
    if (importacao.linha === 0) await forgetRows(tx, id, simulada);
    const found = newOnes(parsed);
    const there = await findExisting(tx, importacao.projetoId, asked(found));
    const earlier = simulada
      ? await findKeys(tx, id, [
          ...found.map(({ chave }) => chave),
          ...found.flatMap(({ ligacao }) => (ligacao.uniqueId === null ? [] : [idKey(ligacao.uniqueId)])),
        ])
      : new Map<string, number>();
    const sorted = sort(parsed, there, earlier);
    const novas = newOnes(sorted);
    const contagens: Contagens = {
      ...importacao.contagens,
      agentes_novos: [...importacao.contagens.agentes_novos],
    };
    const agentes = await agentsOf(tx, importacao, novas, contagens);
    const foras = sorted.flatMap((achada) => (achada.tipo === 'fora' ? [achada.fora] : []));
    if (simulada)
      await takeKeys(
        tx,
        id,
        novas.flatMap(({ n, chave, ligacao }) => [
          { n, chave },
          ...(ligacao.uniqueId === null ? [] : [{ n, chave: idKey(ligacao.uniqueId) }]),
        ]),
      );
    // Calls are written last: from here on the day's figures are held, which workers wait for.
    else {
      const written = await write(tx, importacao, novas, agentes);
      // A row that says the same as one above it names that one's call.
      for (const fora of foras)
        if (fora.linhaIgual !== null) fora.itemId = written.ids.get(fora.linhaIgual) ?? fora.itemId;
      foras.push(...written.foras);
    }
    const recusadas = foras.filter(({ recusada }) => recusada);
    const duplicadas = foras.filter(({ recusada }) => !recusada);
    const named = Math.max(0, LIMITES_IMPORTACAO.duplicadas - contagens.duplicadas);
    await saveRows(tx, { importacaoId: id, empresaId, simulada }, [
      ...recusadas,
      ...duplicadas.slice(0, named),
    ]);
    contagens.lidas += linhas.length;
    contagens.recusadas += recusadas.length;
    contagens.duplicadas += duplicadas.length;
    contagens.pernas += sorted.filter((achada) => achada.tipo === 'fora' && achada.perna).length;
    contagens.criadas += linhas.length - foras.length;
    if (!importacao.mapeamento?.criar_agentes)
      contagens.sem_agente += novas.filter(
        ({ ligacao }) => ligacao.agente !== null && !agentes.has(ligacao.agente),
      ).length;
    await saveCounts(tx, importacao, { linha: linhas.at(-1)?.n ?? after, contagens });
    const { lidas: feito, criadas, duplicadas: duplas, recusadas: fora } = contagens;
    await save(tx, {
      feito,
      total: importacao.linhas ?? feito,
      falhas: fora,
      resultado: { criadas, duplicadas: duplas, recusadas: fora, simulada },
    });
  });
  return true;
}
