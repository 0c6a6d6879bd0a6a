import type { Db } from '@escuta/prisma/db';
import { sql } from '../../platform/database/sql.ts';

/**
 * Writes an interview's heat map row from its verdicts, in the change's transaction. Concurrent changes wait here after
 * writing their verdicts, so that the row counts all committed verdicts.
 */
export async function saveMatrixRow(tx: Db, entrevistaId: string): Promise<void> {
  await tx.sql(
    sql`select 1 from entrevistas where id = ${entrevistaId}::uuid for no key update`,
    'matrix_lock',
  );
  await tx.sql(
    sql`delete from entrevista_matriz m where m.entrevista_id = ${entrevistaId}::uuid
      and not exists (select from confrontos c where c.entrevista_id = m.entrevista_id and c.vigente)`,
    'matrix_clear',
  );
  await tx.sql(
    sql`insert into entrevista_matriz (entrevista_id, empresa_id, projeto_id, pesquisa_id, auditoria_id, item_id,
        questionario_versao_id, codigos, codigos_ia, marcas, tem_fala, updated_at)
      select e.id, e.empresa_id, e.projeto_id, e.pesquisa_id, i.auditoria_id, i.id, e.questionario_versao_id,
        c.codigos, c.codigos_ia, c.marcas,
        exists (select from transcricoes t join sentencas s on s.transcricao_id = t.id
          join auditoria_resultados r on r.id = t.resultado_id where r.execucao_id = c.execucao_id), now()
      from (
        select min(c.item_id::text)::uuid as item_id, min(c.execucao_id::text)::uuid as execucao_id,
          string_agg(escuta_letra_veredito(coalesce(c.veredito_pessoa, c.veredito)), '' order by c.ordem) as codigos,
          string_agg(escuta_letra_veredito(coalesce(c.veredito_inicial, c.veredito)), ''
            order by c.ordem) as codigos_ia,
          string_agg(case when c.marcas <> '{}' and c.veredito_pessoa is not null then 'b'
            when c.veredito_pessoa is not null then 'p' when c.marcas <> '{}' then 'm' else '-' end, ''
              order by c.ordem) as marcas
        from confrontos c where c.entrevista_id = ${entrevistaId}::uuid and c.vigente
        having count(*) > 0
      ) c
      join auditoria_itens i on i.id = c.item_id join entrevistas e on e.id = ${entrevistaId}::uuid
      on conflict (entrevista_id) do update set auditoria_id = excluded.auditoria_id, item_id = excluded.item_id,
        questionario_versao_id = excluded.questionario_versao_id, codigos = excluded.codigos,
          codigos_ia = excluded.codigos_ia,
        marcas = excluded.marcas, tem_fala = excluded.tem_fala, updated_at = now()`,
    'matrix_save',
  );
}

/** Marks heat map rows of locked interviews for refetching after decisions. */
export async function touchMatrixRows(tx: Db, entrevistaIds: readonly string[]): Promise<void> {
  await tx.sql(
    sql`update entrevista_matriz set updated_at = now() where entrevista_id = any (${[...entrevistaIds]}::uuid[])`,
    'matrix_touch',
  );
}
