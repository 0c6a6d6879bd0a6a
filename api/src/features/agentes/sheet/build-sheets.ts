import { createHash } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { groupBy } from '@escuta/shared/domain/group-by';
import {
  chooseMoments,
  excerptOf,
  isIdle,
  momentText,
  sheetText,
  sheetTitle,
  TITULO_MOMENTO_FOLHA,
  type TipoLinhaFolha,
} from '@escuta/shared/domain/interview/sheet/day-sheet';
import type { Scope } from '@escuta/shared/domain/scope';
import { canonicalJson } from '@escuta/shared/domain/text/canonical-json';
import { countUnits } from '../../../field/counted-cells-repo.ts';
import { countDay, listMomentCells, type SheetAgent } from './sheet-repo.ts';

/** A row of a sheet, not sent yet. */
export type Linha = {
  tipo: TipoLinhaFolha;
  titulo: string;
  texto: string;
  itemId: string | null;
  /** The agent for whom the row is written; for a moment, the interviewing agent, even if merged since. */
  agenteId: string;
  entrevistaEm: Date | null;
  trecho: { inicioMs: number; fimMs: number } | null;
};

export type Folha = {
  /** Empty if the agent did no interview that day. */
  linhas: Linha[];
  aConfirmar: number;
};

/** Digest of a sheet's rows, by which the sheet to send is compared with its preview. */
export const digestOf = (linhas: readonly Linha[]): string =>
  createHash('sha256')
    .update(
      canonicalJson(linhas.map(({ titulo, texto, itemId, trecho }) => ({ titulo, texto, itemId, trecho }))),
    )
    .digest('hex');

/** Several agents' sheets of a day, by agent id, read with three statements. The agents must be in the scope. */
export async function buildSheets(
  db: Db,
  scope: Scope,
  agents: readonly SheetAgent[],
  dia: string,
): Promise<Map<string, Folha>> {
  const ids = agents.flatMap((agent) => agent.ids);
  const days = new Map((await countDay(db, scope, ids, dia)).map((row) => [row.agenteId, row]));
  const units = new Map(
    (await countUnits(db, { tipo: 'agentes', ids, dia }, {}, [])).map((row) => [row.agenteId, row]),
  );
  const cells = groupBy(await listMomentCells(db, scope, ids, dia), ({ agenteId }) => agenteId);
  return new Map(
    agents.map(({ id }) => {
      const day = days.get(id);
      if (!day || isIdle(day)) return [id, { linhas: [], aConfirmar: 0 }];
      const geral: Linha = {
        tipo: 'geral',
        titulo: sheetTitle(dia),
        texto: sheetText(dia, day, units.get(id) ?? null),
        ...{ itemId: null, agenteId: id, entrevistaEm: null, trecho: null },
      };
      const moments = chooseMoments(cells.get(id) ?? []).map(
        (cell): Linha => ({
          tipo: cell.tipo,
          titulo: TITULO_MOMENTO_FOLHA[cell.tipo],
          texto: momentText(cell),
          itemId: cell.itemId,
          agenteId: cell.fezId,
          entrevistaEm: cell.em,
          trecho: excerptOf(cell),
        }),
      );
      return [id, { linhas: [geral, ...moments], aConfirmar: day.aConfirmar }];
    }),
  );
}
