import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '@escuta/prisma/db';
import { digitsKey } from '@escuta/shared/domain/call-sheet/call-key';
import {
  type Contagens,
  type DirecaoContada,
  EXEMPLOS_DE_DIRECAO,
} from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { orderOfDates } from '@escuta/shared/domain/call-sheet/recognise';
import { type LigacaoLida, RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { Direcao } from '@escuta/shared/domain/calls/call-direction';
import { AppError } from '@escuta/shared/domain/errors';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { newId } from '@escuta/shared/platform/database/ids';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';
import { callKey } from '@escuta/shared/services/calls/call-key';
import { lockIntake, writeHeld } from '../intake/intake-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import { showProgress } from '../tasks/task-repo.ts';
import {
  type Existentes,
  endPhase,
  findExisting,
  findKeys,
  forgetKeys,
  forgetRows,
  type Importacao,
  insertCalls,
  type LinhaFora,
  type NovaLigacao,
  saveCounts,
  saveRows,
  takeKeys,
} from './import-repo.ts';
import { rowsAfter } from './row-source.ts';
import { type ChamadaLida, readingCall } from './rows-of-call.ts';
import { agentsOf, makePlannedAgents } from './sheet-agents.ts';

type Context = TaskContext<'importar_ligacoes'>;

/** Rows per transaction. */
const ROWS = 1000;
/** Accepted distance of a call into the future, ms: a telephone system's clock may run ahead. */
const FOLGA_MS = 5 * 60_000;
const PERNA = 'perna de uma ligação que não está nesta planilha';
const PERNA_DE_RECUSADA = 'perna de uma ligação que foi recusada';

type Chamada = {
  n: number;
  celulas: string[];
  ligacao: LigacaoLida;
  pernas: number[];
  chave: Buffer;
  hex: string;
};
type Achada =
  | { tipo: 'nova'; chamada: Chamada }
  | { tipo: 'fora'; fora: LinhaFora }
  | { tipo: 'resumo'; n: number };

function readerOf(importacao: Importacao): RowReader {
  const { mapeamento, colunas } = importacao;
  if (!mapeamento) throw new AppError('regra_violada', 'Falta informar o conteúdo de cada coluna.');
  return new RowReader({
    titulos: colunas.map(({ titulo }) => titulo),
    mapeamento,
    ordem: orderOfDates(colunas, mapeamento),
    de1904: importacao.de1904,
    // Uses the upload's time, so that dry run and import accept the same calls.
    ate: importacao.createdAt.getTime() + FOLGA_MS,
    proprios: new Set(importacao.leitura.proprios),
  });
}

const idKey = (uniqueId: string): Buffer => createHash('sha256').update(`id ${uniqueId}`).digest();
const left = (n: number, why: Partial<Omit<LinhaFora, 'n'>>): LinhaFora => ({
  ...{ n, recusada: false, perna: false, motivo: null, celulas: null, itemId: null, linhaIgual: null },
  ...why,
});
const duplicate = (n: number, itemId: string | null, linhaIgual: number | null): LinhaFora =>
  left(n, { itemId, linhaIgual });

/** Longest reading before a pause, ms, because the process must also renew leases and answer health checks. */
const TURN_MS = 25;

/**
 * Reads calls' rows, with pauses.
 * @throws the signal's reason
 */
async function readCalls(
  reader: RowReader,
  calls: readonly LinhaLida[][],
  signal: AbortSignal,
): Promise<ChamadaLida[]> {
  const read: ChamadaLida[] = [];
  let since = performance.now();
  for (const linhas of calls) {
    const steps = readingCall(reader, linhas);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        read.push(step.value);
        break;
      }
      if (performance.now() - since < TURN_MS) continue;
      await nextTurn();
      signal.throwIfAborted();
      since = performance.now();
    }
  }
  return read;
}

function foundOf({ chamada, pernas, repetidas, recusadas, resumos }: ChamadaLida): Achada[] {
  const foras: LinhaFora[] = [
    ...recusadas.map(({ n, celulas, motivos }) =>
      left(n, { recusada: true, motivo: motivos.join('; '), celulas }),
    ),
    ...repetidas.map(({ n, linha }) => duplicate(n, null, linha)),
  ];
  const asked = foras.map((fora): Achada => ({ tipo: 'fora', fora }));
  if (resumos > 0) asked.push({ tipo: 'resumo', n: resumos });
  if (!chamada) {
    const motivo = recusadas.length > 0 ? PERNA_DE_RECUSADA : PERNA;
    return [
      ...asked,
      ...pernas.map((n): Achada => ({ tipo: 'fora', fora: left(n, { perna: true, motivo }) })),
    ];
  }
  const chave = callKey(chamada.ligacao);
  return [{ tipo: 'nova', chamada: { ...chamada, pernas, chave, hex: chave.toString('hex') } }, ...asked];
}

/** All identifiers of a call's legs, because an import that took legs for calls may have stored any of them. */
const idsOf = ({ ids, uniqueId }: LigacaoLida): string[] => ids ?? (uniqueId === null ? [] : [uniqueId]);

/** Refuses a call whose identifier another call of the sheet has. */
function refusal({ n, celulas, ligacao, pernas }: Chamada): Achada[] {
  const motivo = `outra ligação desta planilha já tem o identificador “${ligacao.uniqueId}”`;
  const legs = pernas.map((perna) => left(perna, { perna: true, motivo: PERNA_DE_RECUSADA }));
  return [left(n, { recusada: true, motivo, celulas }), ...legs].map((fora) => ({ tipo: 'fora', fora }));
}

/** Marks calls that already exist, in the project or in an earlier row, as duplicates. */
function sort(achadas: readonly Achada[], there: Existentes, earlier: ReadonlyMap<string, number>): Achada[] {
  const ids = new Map<string, number>();
  const keys = new Map<string, number>();
  return achadas.flatMap((achada): Achada[] => {
    if (achada.tipo !== 'nova') return [achada];
    const { n, ligacao, hex, pernas } = achada.chamada;
    const segundo = Math.floor(ligacao.inicio / 1000);
    const digits = ligacao.numero === null ? null : digitsKey(ligacao.numero);
    const own = idsOf(ligacao);
    const firstOf = <T>(find: (id: string) => T | undefined): T | undefined =>
      own.map(find).find((found) => found !== undefined);
    const named = firstOf((id) => there.porId.get(id));
    const keyed = there.porChave.get(hex);
    if (named !== undefined && keyed === undefined && there.desta.has(named)) return refusal(achada.chamada);
    const item =
      named ??
      keyed ??
      (digits === null
        ? undefined
        : there.semChave.find((one) => one.segundo === segundo && digitsKey(one.numero) === digits)?.id);
    const legs = (fora: Pick<LinhaFora, 'itemId' | 'linhaIgual'>): Achada[] =>
      pernas.map((perna) => ({ tipo: 'fora', fora: left(perna, { perna: true, ...fora }) }));
    if (item !== undefined)
      return [{ tipo: 'fora', fora: duplicate(n, item, null) }, ...legs({ itemId: item, linhaIgual: n })];
    const same = keys.get(hex) ?? earlier.get(hex);
    const linha = same ?? firstOf((id) => ids.get(id) ?? earlier.get(idKey(id).toString('hex')));
    if (linha !== undefined && same === undefined) return refusal(achada.chamada);
    if (linha !== undefined)
      return [{ tipo: 'fora', fora: duplicate(n, null, linha) }, ...legs({ itemId: null, linhaIgual: n })];
    for (const id of own) ids.set(id, n);
    keys.set(hex, n);
    return [achada, ...legs({ itemId: null, linhaIgual: n })];
  });
}

function countDirections(
  contagens: Contagens,
  importacao: Importacao,
  chamadas: readonly Chamada[],
): DirecaoContada[] {
  const direcoes = (contagens.direcoes ?? []).map((one) => ({ ...one, exemplos: [...one.exemplos] }));
  const { colunas = [] } = importacao.mapeamento ?? {};
  const [de, para] = [colunas.indexOf('origem'), colunas.indexOf('destino')];
  for (const { n, celulas, ligacao } of chamadas) {
    const direcao = directionOf(ligacao);
    let one = direcoes.find((known) => known.direcao === direcao);
    if (!one) {
      one = { direcao, n: 0, exemplos: [] };
      direcoes.push(one);
    }
    one.n += 1;
    if (one.exemplos.length >= EXEMPLOS_DE_DIRECAO) continue;
    const cell = (at: number): string => (at < 0 ? '' : (celulas[at] ?? '')).slice(0, CELULA_MAX);
    one.exemplos.push({
      linha: n,
      de: cell(de),
      para: cell(para),
      numero: ligacao.numero,
      ramal: ligacao.ramal,
    });
  }
  return direcoes;
}

/** Characters of a cell in an example. */
const CELULA_MAX = 60;
const directionOf = ({ direcao }: LigacaoLida): Direcao | null =>
  direcao === undefined || direcao === 'duvida' ? null : direcao;

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
    direcao: directionOf(ligacao),
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
      ...(agente !== null && agenteId === null ? { agente } : {}),
    },
  };
}

/** Inserts new calls; those that another transaction inserted meanwhile become duplicates. */
async function write(
  db: Db,
  importacao: Importacao,
  novas: readonly Chamada[],
  agentes: ReadonlyMap<string, string>,
): Promise<{ foras: LinhaFora[]; ids: ReadonlyMap<number, string> }> {
  if (importacao.auditoriaId === null)
    throw new AppError('nao_encontrado', 'A auditoria desta importação foi excluída.');
  const owner = { ...importacao, importacaoId: importacao.id, auditoriaId: importacao.auditoriaId };
  const calls = novas.map((chamada) => ({ chamada, nova: asCall(chamada, agentes) }));
  await lockRamais(db, importacao.empresaId, 'ficam');
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
  const there = await findExisting(db, importacao, asked(late));
  const foras = late.map(({ n, ligacao, hex }) => {
    const id = idsOf(ligacao).find((one) => there.porId.has(one));
    return duplicate(n, (id && there.porId.get(id)) ?? there.porChave.get(hex) ?? null, null);
  });
  return { foras, ids };
}

const asked = (chamadas: readonly Chamada[]) => ({
  ids: chamadas.flatMap(({ ligacao }) => idsOf(ligacao)),
  chaves: chamadas.map(({ chave }) => chave),
  segundos: chamadas.map(({ ligacao }) => Math.floor(ligacao.inicio / 1000)),
});

const newOnes = (achadas: readonly Achada[]): Chamada[] =>
  achadas.flatMap((achada) => (achada.tipo === 'nova' ? [achada.chamada] : []));

/**
 * Processes a batch in one transaction with its progress: the dry run saves keys; the import inserts calls.
 * @returns false after the last row
 */
export async function writePhase(context: Context, importacao: Importacao): Promise<boolean> {
  const { db, task, save } = context;
  const { id, estado, empresaId } = importacao;
  const simulada = estado === 'simulando';
  const after = Math.max(importacao.linha, importacao.cabecalhoN ?? 0);
  const reader = readerOf(importacao);
  const { linhas, made: parsed } = await rowsAfter(context, importacao, after, {
    most: ROWS,
    reader,
    make: async (calls, signal) => (await readCalls(reader, calls, signal)).flatMap(foundOf),
    goOn: () => showProgress(db, task, { feito: task.feito, total: task.total }),
  });
  if (linhas.length === 0) {
    const { lidas } = importacao.contagens;
    await writeHeld(context, 'importacao', { estado, total: lidas, feito: lidas }, async (tx) => {
      await endPhase(tx, id, { estado: simulada ? 'simulada' : 'concluida' });
      await forgetKeys(tx, id);
    });
    return false;
  }
  await db.transaction(async (tx) => {
    await lockIntake(tx, 'importacao', task, estado);
    if (importacao.linha === 0) await forgetRows(tx, id, simulada);
    const found = newOnes(parsed);
    const there = await findExisting(tx, importacao, asked(found));
    const earlier = simulada
      ? await findKeys(tx, id, [
          ...found.map(({ chave }) => chave),
          ...found.flatMap(({ ligacao }) => idsOf(ligacao).map(idKey)),
        ])
      : new Map<string, number>();
    const sorted = sort(parsed, there, earlier);
    // Lets other work run, because a call with all the sheet's rows takes tens of ms per step.
    await nextTurn();
    const novas = newOnes(sorted);
    const contagens: Contagens = {
      ...importacao.contagens,
      agentes_novos: [...importacao.contagens.agentes_novos],
      direcoes: countDirections(importacao.contagens, importacao, found),
    };
    if (importacao.linha === 0) await makePlannedAgents(tx, task.actor, importacao, contagens);
    const agentes = await agentsOf(tx, importacao, novas, contagens);
    const foras = sorted.flatMap((achada) => (achada.tipo === 'fora' ? [achada.fora] : []));
    await nextTurn();
    if (simulada)
      await takeKeys(
        tx,
        id,
        novas.flatMap(({ n, chave, ligacao }) => [
          { n, chave },
          ...idsOf(ligacao).map((id) => ({ n, chave: idKey(id) })),
        ]),
      );
    // Inserts the calls last, because inserting locks the day's sums, which other workers need.
    let late = 0;
    if (!simulada) {
      const written = await write(tx, importacao, novas, agentes);
      for (const fora of foras)
        if (fora.linhaIgual !== null) fora.itemId = written.ids.get(fora.linhaIgual) ?? fora.itemId;
      late = written.foras.length;
      foras.push(...written.foras);
    }
    await nextTurn();
    const recusadas = foras.filter(({ recusada }) => recusada);
    const pernas = foras.filter(({ perna }) => perna);
    const duplicadas = foras.filter(({ recusada, perna }) => !recusada && !perna);
    const room = (counted: number): number => Math.max(0, LIMITES_IMPORTACAO.duplicadas - counted);
    await saveRows(tx, { importacaoId: id, empresaId, simulada }, [
      ...recusadas,
      ...duplicadas.slice(0, room(contagens.duplicadas - contagens.pernas)),
      ...pernas.slice(0, room(contagens.pernas)),
    ]);
    // A call that continues in a later batch is counted there.
    contagens.lidas += novas.length - late + foras.length;
    contagens.recusadas += recusadas.length;
    const resumos = parsed.reduce((sum, one) => sum + (one.tipo === 'resumo' ? one.n : 0), 0);
    if (resumos > 0) contagens.resumos = (contagens.resumos ?? 0) + resumos;
    contagens.duplicadas += duplicadas.length + pernas.length;
    contagens.pernas += pernas.length;
    contagens.criadas += novas.length - late;
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
