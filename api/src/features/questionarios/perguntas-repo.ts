// SQL: a single statement reads questions with their options; changes run under the questionnaire's lock.

import type { Db } from '@escuta/prisma/db';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { sql } from '@escuta/shared/platform/database/sql';
import {
  insertPerguntas,
  type OpcaoRow,
  type PerguntaRow,
  type PerguntaTexto,
} from '@escuta/shared/services/surveys/questionnaire-rows';

/** A questionnaire's undeleted questions, in order, with options. */
export async function readPerguntas(db: Db, questionarioId: string): Promise<PerguntaRow[]> {
  const { rows } = await db.sql<PerguntaRow>(
    sql`select p.id, p.questionario_id, p.codigo, p.texto_pergunta, p.tipo, p.obrigatoria, p.ler_opcoes, p.observada,
      p.instrucao,
        p.mostrar_se, p.regras, p.minimo, p.maximo, p.unidade, p.ativo,
        (row_number() over (order by p.ordem, p.created_at, p.id))::int as ordem,
        coalesce((select json_agg(json_build_object('id', r.id, 'texto_resposta', r.texto_resposta, 'valor', r.valor,
            'ordem', r.ordem, 'sinonimos', r.sinonimos, 'especial', r.especial, 'regras', r.regras)
              order by r.ordem, r.id)
          from respostas_definidas r where r.pergunta_id = p.id), '[]') as opcoes
      from perguntas p where p.questionario_id = ${questionarioId}::uuid and p.excluida_em is null
      order by p.ordem, p.created_at, p.id`,
    'perguntas_do_questionario',
  );
  return rows;
}

/** The questionnaire of an undeleted question; null outside the scope. */
export async function questionarioOf(db: Db, scope: Scope, perguntaId: string): Promise<string | null> {
  const where = { id: perguntaId, excluidaEm: null, ...whereScope(scope) };
  const live = await db.within(scope).pergunta.findFirst({ where, select: { questionarioId: true } });
  return live?.questionarioId ?? null;
}

/** Codes of present questions and of all versions, which new default codes avoid. */
export async function usedCodes(db: Db, questionarioId: string): Promise<Set<string>> {
  const { rows } = await db.sql<{ codigo: string }>(
    sql`select codigo from perguntas where questionario_id = ${questionarioId}::uuid and excluida_em is null
      union select p ->> 'codigo' from questionario_versoes v, jsonb_path_query(v.conteudo, 'lax $.perguntas[*]') p
      where v.questionario_id = ${questionarioId}::uuid and p ->> 'codigo' is not null`,
  );
  return new Set(rows.map(({ codigo }) => codigo));
}

/**
 * Appends a question.
 * @returns its id
 */
export async function insertPergunta(
  db: Db,
  owner: { empresaId: string; questionarioId: string; ordem: number },
  says: PerguntaTexto,
): Promise<string> {
  const id = newId();
  const row = { ...says, id, questionario_id: owner.questionarioId, ordem: owner.ordem, opcoes: [] };
  await insertPerguntas(db, owner, [row]);
  return id;
}

export async function savePergunta(db: Db, id: string, says: PerguntaTexto): Promise<void> {
  await db.sql(
    sql`update perguntas set codigo = ${says.codigo}, texto_pergunta = ${says.texto_pergunta},
        tipo = ${says.tipo}::tipo_pergunta, obrigatoria = ${says.obrigatoria}, ler_opcoes = ${says.ler_opcoes},
        observada = ${says.observada}, instrucao = ${says.instrucao},
        mostrar_se = ${says.mostrar_se === null ? null : JSON.stringify(says.mostrar_se)}::jsonb,
        regras = ${says.regras === null ? null : JSON.stringify(says.regras)}::jsonb,
        minimo = ${says.minimo}, maximo = ${says.maximo}, unidade = ${says.unidade}, ativo = ${says.ativo},
        updated_at = now()
      where id = ${id}`,
  );
}

/** An option to save; without id it is new. */
export type OpcaoNova = Omit<OpcaoRow, 'id' | 'ordem'> & { id?: string | undefined };

/** Replaces a question's options, in order; deletes unlisted options. */
export async function saveOpcoes(
  db: Db,
  pergunta: { id: string; empresaId: string },
  opcoes: readonly OpcaoNova[],
): Promise<void> {
  const all = opcoes.map((opcao, index) => ({
    ...opcao,
    id: opcao.id ?? newId(),
    empresa_id: pergunta.empresaId,
    pergunta_id: pergunta.id,
    ordem: index + 1,
  }));
  await db.sql(
    sql`delete from respostas_definidas where pergunta_id = ${pergunta.id}::uuid
      and id <> all(${all.map(({ id }) => id)}::uuid[])`,
  );
  await db.sql(
    sql`insert into respostas_definidas (id, empresa_id, pergunta_id, texto_resposta, valor, ordem, sinonimos, especial,
      regras)
      select id, empresa_id, pergunta_id, texto_resposta, valor, ordem, sinonimos, especial, nullif(regras, 'null')
      from jsonb_populate_recordset(null::respostas_definidas, ${JSON.stringify(all)}::jsonb)
      on conflict (id) do update set texto_resposta = excluded.texto_resposta, valor = excluded.valor,
        ordem = excluded.ordem, sinonimos = excluded.sinonimos, especial = excluded.especial, regras = excluded.regras
      where respostas_definidas.pergunta_id = excluded.pergunta_id`,
  );
}

/** Numbers the questions from 1, in the order of `ids`. */
export async function saveOrdem(db: Db, ids: readonly string[]): Promise<void> {
  await db.sql(
    sql`update perguntas p set ordem = o.ordem, updated_at = now()
      from unnest(${ids}::uuid[]) with ordinality as o (id, ordem) where p.id = o.id and p.ordem <> o.ordem`,
  );
}

/** Removes a question from the draft; versions, answers and verdicts keep it. */
export async function discardPergunta(db: Db, id: string): Promise<void> {
  await db.sql(sql`update perguntas set excluida_em = now(), updated_at = now() where id = ${id}`);
}
