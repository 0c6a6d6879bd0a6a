import type { Db } from '@escuta/prisma/db';
import type { QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/folhas';
import type { FolhaRecebida, MinhaFolha } from '@escuta/shared/contracts/team/folhas';
import { AppError } from '@escuta/shared/domain/errors';
import { dayInWords, kindOfTitle, TIPOS_LINHA_FOLHA } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { sql } from '@escuta/shared/platform/database/sql';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { personOf } from '../../../access/person.ts';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import { answerObject, type BytesAnswer, type Conditions } from '../../../http/object-bytes.ts';
import { pageOf } from '../../../reads/page-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import {
  findOwnSound,
  listOwnRows,
  markRowsSeen,
  type OwnRow,
  type OwnSheet,
  ownRows,
  ownSheets,
} from './sheet-repo.ts';

const KINDS: readonly string[] = TIPOS_LINHA_FOLHA;

/** A page of the sheets that the caller received as an interviewer. */
export async function ownSheetsOf(
  { db }: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listMinhasFolhas>,
) {
  const found = ownRows(session.ownScope, personOf(session));
  const page = await pageOf<OwnSheet>(
    db,
    query,
    (window) => ownSheets(found, window),
    sql`(select from ${found} group by r.folha_dia) dias`,
    { name: 'folhas_minhas' },
  );
  return presentPage(
    query,
    page,
    (row): MinhaFolha => ({ ...row, enviada_em: row.enviada_em.toISOString() }),
  );
}

function presentSheet(dia: string, rows: readonly OwnRow[]): FolhaRecebida {
  const linhas = rows.map((row) => ({
    id: row.id,
    tipo: kindOfTitle(row.criterio),
    titulo: row.criterio,
    texto: row.texto,
    entrevista_em: row.em?.toISOString() ?? null,
    trecho:
      row.inicio_ms === null || row.fim_ms === null ? null : { inicio_ms: row.inicio_ms, fim_ms: row.fim_ms },
    som: row.som,
    resposta: row.resposta,
    respondido_em: row.respondido_em?.toISOString() ?? null,
  }));
  const [first] = rows;
  return {
    dia,
    enviada_em: first?.created_at.toISOString() ?? '',
    por: first?.por ?? null,
    vista: rows.every(({ visto_em }) => visto_em !== null),
    respondida: rows.some(({ resposta }) => resposta !== null),
    linhas: linhas.sort((a, b) => KINDS.indexOf(a.tipo) - KINDS.indexOf(b.tipo)),
  };
}

const noSheet = (dia: string) =>
  new AppError('nao_encontrado', `Você não recebeu uma folha do dia ${dayInWords(dia)}.`);

/** The caller's sheet of a day, and the items of its moments. @throws AppError nao_encontrado */
export async function ownSheetOf(
  { db }: { db: Db },
  session: Session,
  dia: string,
): Promise<{ folha: FolhaRecebida; itens: string[] }> {
  const rows = await listOwnRows(db, session.ownScope, personOf(session), dia);
  if (rows.length === 0) throw noSheet(dia);
  return { folha: presentSheet(dia, rows), itens: rows.flatMap(({ item_id }) => item_id ?? []) };
}

/** Marks the caller's sheet of a day as seen. Idempotent. @throws AppError nao_encontrado */
export function markSheetSeen(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  dia: string,
): Promise<{ folha: FolhaRecebida; itens: string[] }> {
  return deps.db.transaction(async (tx) => {
    const rows = await listOwnRows(tx, session.ownScope, personOf(session), dia);
    const [first] = rows;
    if (!first) throw noSheet(dia);
    const unseen = rows.filter(({ visto_em }) => visto_em === null).map(({ id }) => id);
    if (unseen.length > 0) {
      await markRowsSeen(tx, unseen);
      await recordAction(tx, {
        ...{ ...actor, empresaId: first.empresa_id, acao: 'retorno_visto', recurso: 'agente' },
        ...{ recursoId: first.agente_id, detalhes: { dia, retornos: unseen.length } },
      });
    }
    return ownSheetOf({ db: tx }, session, dia);
  });
}

/**
 * The sound of a moment of the caller's sheet, without the rest of the call.
 * @throws AppError nao_encontrado, conflito
 */
export async function hearOwnMoment(
  deps: AppDeps,
  session: Session,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const found = await findOwnSound(deps.db, session.ownScope, personOf(session), id);
  if (!found) throw new AppError('nao_encontrado', 'Momento não encontrado.');
  const { situacao, chave, tamanho, sha256, itemId, empresaId } = found;
  if (situacao === 'encerrado') {
    throw new AppError(
      'sem_arquivo',
      'O som deste momento não está mais disponível. Peça ao coordenador para ouvir com você.',
    );
  }
  if (chave === null || tamanho === null) {
    throw new AppError(
      'conflito',
      situacao === 'falhou'
        ? 'O som deste momento não pôde ser preparado. Peça ao coordenador para ouvir com você.'
        : 'O som deste momento ainda está sendo preparado. Tente de novo em instantes.',
    );
  }
  const answer = await answerObject(deps, asked, {
    key: chave,
    size: tamanho,
    contentType: 'audio/mpeg',
    etag: `"${sha256}"`,
    disposition: 'inline',
    acesso: { tipo: 'som', alvo: 'item', id: itemId, empresaId },
  });
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}
