// SQL instead of Prisma, because interviews are inserted in bulk, some rows of the sheet per transaction.

import type { Db } from '@escuta/prisma/db';
import { type Momento, momentOf } from '@escuta/shared/domain/survey-file/rows/day';
import { answersOfRow, type RespostaDaLinha } from '@escuta/shared/domain/survey-file/rows/row-answers';
import { cutText } from '@escuta/shared/domain/text/storable-text';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { saveSound, wordsOf } from '../signals/sounds-repo.ts';
import { agentsByName } from './agents.ts';
import { questionColumns } from './pair.ts';
import type { PreparoLido } from './preparo-repo.ts';
import { cellOf, namesOf } from './rules/row-names.ts';
import type { Pesquisa } from './survey.ts';

/** Greatest length of an interview's code or name, characters, as in the forms. */
const NOME_MAX = 255;
const TELEFONE_MAX = 32;

type Linha = {
  n: number;
  celulas: string[];
  gravacao: {
    id: string;
    nome: string;
    tipo: string;
    tamanho: string;
    sha256: string;
    chave: string;
    ms: number;
  } | null;
};

/**
 * SQL condition for rows that become interviews: not excluded by a person and, unless `$2` is true, with a recording.
 */
const WANTED = `l.preparo_id = $1 and not l.nao_auditar and (g.id is not null or $2)`;
/** SQL join with a row's usable recording, unless a person excluded the recording. */
const WITH_RECORDING = `left join preparo_gravacoes g on g.preparo_id = l.preparo_id and g.linha_n = l.n
  and g.motivo is null and g.duracao_ms is not null and not g.nao_auditar`;

/** Numbers of rows that become interviews (`linhas`), and of those with a recording (`itens`). */
export async function countRows(db: Db, preparo: PreparoLido): Promise<{ linhas: number; itens: number }> {
  const { rows } = await db.query<{ linhas: number; itens: number }>({
    name: 'portal_wanted',
    text: `select count(*)::int as linhas, count(g.id)::int as itens from preparo_linhas l ${WITH_RECORDING}
      where ${WANTED}`,
    values: [preparo.id, preparo.linhasSemGravacao],
  });
  return rows[0] ?? { linhas: 0, itens: 0 };
}

/** Reads the next rows that become interviews: at most `limit` after row `after`, in the sheet's order. */
export async function nextRows(db: Db, preparo: PreparoLido, after: number, limit: number): Promise<Linha[]> {
  const { rows } = await db.query<Linha>({
    name: 'portal_next_rows',
    text: `select l.n, l.celulas,
      case when g.id is not null then json_build_object('id', g.id, 'nome', g.nome, 'tipo', g.tipo,
             'tamanho', g.tamanho::text, 'sha256', g.sha256, 'chave', g.chave_objeto, 'ms',
             g.duracao_ms) end as gravacao
           from preparo_linhas l ${WITH_RECORDING} where ${WANTED} and l.n > $3 order by l.n limit $4`,
    values: [preparo.id, preparo.linhasSemGravacao, after, limit],
  });
  return rows;
}

/** Finds which rows have an interview, and which codes are taken. */
async function known(db: Db, pesquisaId: string, linhas: readonly Linha[], codigos: readonly string[]) {
  const { rows } = await db.query<{ linha: number | null; codigo: string | null }>({
    name: 'portal_known',
    text: `select linha_planilha as linha, codigo_externo as codigo from entrevistas
           where pesquisa_id = $1 and (linha_planilha = any ($2::int[]) or codigo_externo = any ($3::text[]))`,
    values: [pesquisaId, linhas.map(({ n }) => n), codigos],
  });
  return {
    linhas: new Set(rows.map(({ linha }) => linha)),
    codigos: new Set(rows.map(({ codigo }) => codigo)),
  };
}

/**
 * Creates rows' missing interviews, with answers and items, in the caller's transaction. The interviews are concluded,
 * without interviewer or log. An unrecognised cell becomes an unread answer.
 * @returns number of interviews created
 */
export async function makeInterviews(
  db: Db,
  preparo: PreparoLido,
  pesquisa: Pesquisa & { id: string; auditoriaId: string },
  linhas: readonly Linha[],
): Promise<number> {
  const { colunas, empresaId, projetoId } = preparo;
  const named = linhas.map((linha) => ({ linha, ...namesOf(linha, colunas) }));
  const before = await known(
    db,
    pesquisa.id,
    linhas,
    named.map(({ identificador }) => cutText(identificador, NOME_MAX)).filter((one) => one !== ''),
  );
  const fresh = named.filter(({ n }) => !before.linhas.has(n));
  if (fresh.length === 0) return 0;
  const agents = await agentsByName(
    db,
    empresaId,
    fresh.map(({ linha }) => cutText(cellOf(linha.celulas, colunas, 'entrevistador'), NOME_MAX)),
  );
  const now = new Date().toISOString();
  const perguntas = questionColumns(preparo, colunas);
  const made = fresh.map(({ linha, identificador, nome, telefone, data }) => {
    const code = cutText(identificador, NOME_MAX);
    const isFree = code !== '' && !before.codigos.has(code);
    if (isFree) before.codigos.add(code);
    return {
      linha,
      id: newId(),
      itemId: newId(),
      codigo: isFree ? code : null,
      nome: cutText(nome || identificador || `Linha ${linha.n}`, NOME_MAX),
      telefone: telefone === '' ? null : cutText(telefone, TELEFONE_MAX),
      agente: agents.get(cutText(cellOf(linha.celulas, colunas, 'entrevistador'), NOME_MAX)) ?? null,
      inicio: pastMoment(data, cellOf(linha.celulas, colunas, 'hora'), now),
    };
  });
  await insertRows(
    db,
    'entrevistas',
    made.map(({ linha, id, codigo, nome, telefone, agente, inicio }) => ({
      id,
      empresa_id: empresaId,
      projeto_id: projetoId,
      pesquisa_id: pesquisa.id,
      questionario_id: pesquisa.questionarioId,
      questionario_versao_id: pesquisa.versaoId,
      agente_id: agente,
      origem: 'planilha',
      codigo_externo: codigo,
      linha_planilha: linha.n,
      nome_entrevistado: nome,
      telefone_entrevistado: telefone,
      situacao: 'concluida',
      gravacao: linha.gravacao ? 'esperada' : 'sem_gravacao',
      quarentena_tambem: [],
      montagem_tentativas: 0,
      celulas_planilha: 'guardadas',
      revisao: 'pendente',
      revisoes: 0,
      iniciada_em: inicio?.em.toISOString() ?? null,
      inicio_precisao: inicio?.precisao ?? 'instante',
      concluida_em: null,
      ultimo_contato_em: now,
      created_at: now,
    })),
  );
  await insertRows(
    db,
    'respostas',
    made.flatMap(({ linha, id }) =>
      answersOfRow(perguntas, pesquisa.perguntas, linha.celulas).map((one) =>
        answerRow(one, { empresaId, entrevistaId: id, now }),
      ),
    ),
  );
  // Every interview gets an item, which expires like other items; without sound, the item waits for a recording.
  await insertRows(
    db,
    'auditoria_itens',
    made.map(({ linha: { n, gravacao }, id, itemId, nome, telefone, inicio }) => ({
      id: itemId,
      empresa_id: empresaId,
      projeto_id: projetoId,
      auditoria_id: pesquisa.auditoriaId,
      tipo_item: 'entrevista',
      status: 'pendente',
      call_start_time: inicio?.em.toISOString() ?? null,
      inicio_precisao: inicio?.precisao ?? 'instante',
      numero_destino: telefone,
      nome_entrevistado: nome,
      pesquisa_id: pesquisa.id,
      questionario_id: pesquisa.questionarioId,
      entrevista_id: id,
      arquivo_path: gravacao?.chave ?? null,
      arquivo_nome: gravacao ? fileNameOf(gravacao.nome) : null,
      arquivo_tipo: gravacao?.tipo ?? null,
      arquivo_tamanho: gravacao?.tamanho ?? null,
      arquivo_sha256: gravacao?.sha256 ?? null,
      arquivo_recebido_em: gravacao ? now : null,
      gravacao_ms: gravacao?.ms ?? null,
      call_duration: gravacao ? Math.round(gravacao.ms / 1000) : null,
      metadata: { tipo: 'entrevista', nome_entrevistado: nome, telefone_entrevistado: telefone ?? '' },
      criado_por: preparo.confirmadoPor,
      chave_idempotente: gravacao ? `preparo:${gravacao.id}` : `preparo:${preparo.id}:${n}`,
      created_at: now,
      updated_at: now,
    })),
  );
  await handOver(
    db,
    made.flatMap(({ itemId, linha: { gravacao } }) => (gravacao ? [{ id: gravacao.id, item: itemId }] : [])),
  );
  return made.length;
}

/** A recording's name without folders; of a long name, only its end, with the extension. */
const fileNameOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').slice(-NOME_MAX).replace(/^\p{Cs}/u, '');

/**
 * Time of an interview, from its date and hour cells; null if invalid or in the future (a typing error). A date without
 * an hour may be today.
 */
function pastMoment(data: string, hora: string, now: string): Momento | null {
  const found = momentOf(data, hora);
  if (!found) return null;
  const day = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const isPast =
    found.precisao === 'dia' ? day(found.em) <= day(new Date(now)) : found.em.toISOString() <= now;
  return isPast ? found : null;
}

/** The row of `respostas` for a sheet's answer. */
export const answerRow = (
  { perguntaId, opcoes, texto, estado, celula }: RespostaDaLinha,
  { empresaId, entrevistaId, now }: { empresaId: string; entrevistaId: string; now: string },
) => ({
  id: newId(),
  empresa_id: empresaId,
  entrevista_id: entrevistaId,
  pergunta_id: perguntaId,
  opcoes,
  texto_resposta: texto,
  celula_estado: estado,
  celula,
  ultima_seq: 0,
  created_at: now,
  updated_at: now,
});

/** Moves objects and fingerprints from the prepared audit to the items. */
async function handOver(db: Db, pairs: readonly { id: string; item: string }[]): Promise<void> {
  const { rows } = await db.query<{ item: string; chave: string; som: Buffer | null }>({
    name: 'portal_hand_over',
    text: `with p as (select * from jsonb_to_recordset($1::jsonb) as p (id uuid, item uuid)),
             antes as (select g.id, g.chave_objeto, g.som from preparo_gravacoes g join p on p.id = g.id),
             dada as (update preparo_gravacoes g set item_id = p.item, chave_objeto = null, som = null from p
               where g.id = p.id)
           select p.item, a.chave_objeto as chave, a.som from p join antes a on a.id = p.id`,
    values: [JSON.stringify(pairs)],
  });
  for (const { item, chave, som } of rows) if (som) await saveSound(db, item, chave, wordsOf(som));
}
