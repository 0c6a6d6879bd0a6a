import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LeituraDaPlanilha, Mapeamento } from '@escuta/shared/domain/call-sheet/fields';
import { findHeading, PROCURA_CABECALHO } from '@escuta/shared/domain/call-sheet/heading';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { openQuestion, SheetFigures, suggestedMapping } from '@escuta/shared/domain/call-sheet/recognise';
import { headerKey, withDirections } from '@escuta/shared/domain/call-sheet/titles';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import { companyScope } from '@escuta/shared/domain/scope';
import type { LinhaLida, LinhasLidas } from '@escuta/shared/domain/survey-file/rows/sheet';
import { newId } from '@escuta/shared/platform/database/ids';
import { announceObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { writeHeld } from '../intake/intake-repo.ts';

import { openRows } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { fetchFileOf, inWorkDir } from '../recordings/local-files.ts';
import type { TaskContext } from '../tasks/task.ts';
import { showProgress } from '../tasks/task-repo.ts';
import { type Importacao, rememberedMapping } from './import-repo.ts';
import { hashOf } from './row-source.ts';
import { whileWanted } from './while-wanted.ts';

type Context = TaskContext<'importar_ligacoes'>;
const SO_CABECALHO = 'A planilha tem só o cabeçalho: faltam as ligações.';

/** Hash of a sheet's column titles, by which a remembered mapping is found. */
const headerHash = (titulos: readonly string[]): string =>
  createHash('sha256').update(headerKey(titulos)).digest('hex');

type Lida = { figures: SheetFigures; fim: LinhasLidas };

/**
 * Reads a whole file, to find its heading and to count.
 * @param seen receives the number of rows read so far
 * @throws UnreadableError
 */
async function lookAt(
  arquivo: string,
  { nome, aba }: Pick<Importacao, 'nome' | 'aba'>,
  { signal, seen }: { signal: AbortSignal; seen: (n: number) => void },
): Promise<Lida> {
  const reader = openRows({ arquivo, nome, aba }, signal);
  try {
    let figures: SheetFigures | null = null;
    let first: LinhaLida[] = [];
    const begin = (): SheetFigures => {
      const made = new SheetFigures(findHeading(first));
      for (const row of first) made.add(row);
      first = [];
      return made;
    };
    for (;;) {
      const rows = await reader.next();
      if (!rows) break;
      for (const row of rows) {
        if (figures) figures.add(row);
        else {
          first.push(row);
          if (first.length >= PROCURA_CABECALHO) figures = begin();
        }
      }
      if (figures) seen(figures.linhas);
    }
    figures ??= begin();
    if (figures.linhas === 0) throw new UnreadableError(SO_CABECALHO);
    if (figures.linhas > LIMITES_IMPORTACAO.linhas)
      throw new UnreadableError('A planilha tem mais de 500.000 linhas. Divida-a em partes.');
    return { figures, fim: reader.end() };
  } finally {
    reader.close();
  }
}

/** Stores the whole file; returns its key. */
async function keepFile({ db, store }: Context, importacao: Importacao, arquivo: string): Promise<string> {
  if (importacao.chaveObjeto !== null) return importacao.chaveObjeto;
  const chave = `${importacao.empresaId}/${folderOf('importacao', importacao.id)}/${newId()}`;
  await announceObject(db, importacao.empresaId, chave);
  const body = Readable.from(createReadStream(arquivo), { objectMode: false });
  await store.put(chave, body, { contentType: 'application/octet-stream' });
  return chave;
}

/** Columns of a remembered mapping; a mapping without directions gets the telephony program's direction columns. */
const columnsOf = (
  { colunas, direcao }: Mapeamento,
  { titulos, origem }: SheetFigures['cabecalho'],
): Mapeamento['colunas'] => (direcao === undefined ? withDirections(colunas, titulos, origem) : colunas);

/**
 * Turns a remembered "all incoming" or "all outgoing" into a default for ambiguous rows, if columns for both ends show
 * each row's direction.
 */
function withDoubts(lembrado: Mapeamento): Mapeamento {
  const both = lembrado.colunas.includes('origem') && lembrado.colunas.includes('destino');
  if (!both || lembrado.direcao === undefined) return lembrado;
  const doubts = { recebidas: 'duvida_recebida', efetuadas: 'duvida_efetuada' } as const;
  const direcao = lembrado.direcao;
  return direcao === 'recebidas' || direcao === 'efetuadas'
    ? { ...lembrado, direcao: doubts[direcao] }
    : lembrado;
}

/**
 * Reads an import's file: stores it, finds the heading, suggests a mapping. An import by API key without open questions
 * continues to writing; others wait for a person.
 * @throws UnreadableError
 */
export function readPhase(context: Context, importacao: Importacao): Promise<void> {
  const { db, task } = context;
  return inWorkDir(async (folder) => {
    const arquivo = join(folder, 'planilha');
    await fetchFileOf(context, importacao, arquivo);
    const sha256 = await hashOf(arquivo);
    let feito = 0;
    const stop = new AbortController();
    const seen = (n: number): void => {
      feito = n;
    };
    const { figures, fim } = await whileWanted(
      lookAt(arquivo, importacao, { signal: stop.signal, seen }),
      () => showProgress(db, task, { feito, total: task.total }),
      stop,
    );
    const { cabecalho } = figures;
    const hash = headerHash(cabecalho.titulos);
    const lembrado = await rememberedMapping(db, importacao.empresaId, hash);
    const lembradas = lembrado && columnsOf(lembrado, cabecalho);
    const found = figures.result(lembradas, fim.semValor);
    const suggested = suggestedMapping(found.colunas, found.duracao);
    // Forgets the order of dates, which depends on the file, and the consent to create agents, which is needed each
    // time.
    const mapeamento: Mapeamento = lembrado
      ? { ...withDoubts(lembrado), colunas: suggested.colunas, ordem: null, criar_agentes: false }
      : suggested;
    // A sheet chosen by a person leaves no question about sheets.
    const abas = importacao.aba === null ? fim.abas : [];
    const leitura: LeituraDaPlanilha = { ...found.leitura, abas: fim.abas };
    const aberta = openQuestion(found.colunas, mapeamento, { ...leitura, abas });
    const chave = await keepFile(context, importacao, arquivo);
    const avisos = [...fim.avisos, ...found.avisos];
    const done = { estado: 'lendo', feito: 0, total: figures.linhas } as const;
    await writeHeld(context, 'importacao', done, async (tx) => {
      await withdrawObject(tx, chave);
      // Keeps the upload's parts for two days, because a running backup may have listed them but not the whole file.
      await discardUploads(tx, { dono: 'importacao', ids: [importacao.id] }, '2 days');
      const { empresaId, projetoId } = importacao;
      const underWay = await tx.within(companyScope(empresaId)).importacao.findFirst({
        where: { empresaId, projetoId, estado: { in: ['importando', 'desfazendo'] } },
        select: { id: true },
      });
      const espera = underWay
        ? 'Já há uma importação em andamento neste projeto: importe depois que essa importação terminar.'
        : null;
      const segue = importacao.automatica && importacao.aba === null && aberta === null && espera === null;
      await tx.query({
        name: 'importacao_lida',
        text: `update importacoes set estado = $2, motivo = $3, chave_objeto = $4, sha256 = $5, formato = $6,
          origem = $7, aba = $8,
                 de_1904 = $9, cabecalho_n = $10, cabecalho_sha256 = $11, linhas = $12, colunas = $13,
                   mapeamento = $14, avisos = $15, leitura = $16,
                 envio_id = null, linha = 0, simulacao = null, versao = versao + 1, updated_at = now() where id = $1`,
        values: [
          importacao.id,
          segue ? 'importando' : 'mapear',
          importacao.automatica ? (aberta ?? espera) : null,
          chave,
          sha256,
          fim.formato,
          cabecalho.origem,
          fim.aba,
          fim.de1904,
          cabecalho.n,
          hash,
          figures.linhas,
          JSON.stringify(found.colunas),
          JSON.stringify(mapeamento),
          JSON.stringify(avisos),
          JSON.stringify(leitura),
        ],
      });
    });
  });
}
