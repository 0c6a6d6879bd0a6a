import { Readable } from 'node:stream';
import { colunaLidaSchema } from '@escuta/shared/domain/call-sheet/fields';
import { sentenceOf } from '@escuta/shared/domain/call-sheet/row';
import { MOTIVO } from '@escuta/shared/domain/call-sheet/titles';
import type { Scope } from '@escuta/shared/domain/scope';
import { readStoredList } from '@escuta/shared/domain/text/stored';
import type { Row } from '@escuta/shared/services/exports/cells';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';
import { notFound } from '@escuta/shared/services/intake/held';
import type { AppDeps } from '../../deps.ts';
import { findImportacao, refusedAfter } from './repo.ts';

const LARGURA_MOTIVO = 60;

/**
 * Streams an import's (or dry run's) refused rows as a workbook: the original cells and the reasons.
 * @throws AppError nao_encontrado
 */
export async function refusedFile(
  deps: AppDeps,
  scope: Scope,
  id: string,
  simulada: boolean,
): Promise<{ nome: string; corpo: Readable; empresaId: string }> {
  const row = await findImportacao(deps.db, scope, id);
  if (!row) throw notFound('importacao');
  const colunas = readStoredList(colunaLidaSchema, row.colunas);
  // A corrected sheet may contain this workbook's column of reasons; new reasons replace it.
  const kept = colunas.flatMap(({ titulo }, at) => (titulo === MOTIVO ? [] : [at]));
  async function* linhas(): AsyncGenerator<Row[]> {
    let after = 0;
    for (;;) {
      const rows = await refusedAfter(deps.db, scope, id, simulada, after);
      if (rows.length === 0) return;
      after = rows.at(-1)?.n ?? after;
      yield rows.map(({ n, motivo, celulas }) => [
        ...kept.map((at) => celulas[at] ?? ''),
        sentenceOf(n, motivo ?? ''),
      ]);
    }
  }
  const planilha = {
    nome: 'Recusadas',
    colunas: [
      ...kept.map((at) => ({ titulo: colunas[at]?.titulo ?? '' })),
      { titulo: MOTIVO, largura: LARGURA_MOTIVO },
    ],
    linhas: linhas(),
  };
  const base =
    row.nome
      .replace(/\.[^.]{1,8}$/u, '')
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .trim() || 'planilha';
  return {
    nome: `${base} - recusadas.xlsx`,
    corpo: Readable.from(writeXlsx([planilha]), { objectMode: false }),
    empresaId: row.empresa_id,
  };
}
