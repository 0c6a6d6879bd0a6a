import { newId } from '@escuta/shared/platform/database/ids';
import type { SeedContext } from '../../context.ts';

/** Number of last days whose alerts are still unresolved; earlier alerts were resolved. */
const ABERTOS_DIAS = 30;
/** One of this many earlier alerts was no case. */
const IMPROCEDENTE_A_CADA = 6;

/**
 * Puts the company's rules in force for the whole history: a person resolved the alerts of the first months; those of
 * the last ABERTOS_DIAS days come from the worker, from the calls that this scenario queued. Adds a rule.
 */
export async function seedRules({ db }: SeedContext, empresaId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ feito: boolean }>(
      'select exists (select from regra_disparos where empresa_id = $1) as feito',
      [empresaId],
    );
    if (rows[0]?.feito) return;
    await tx.query(
      `insert into regras (id, empresa_id, nome, filtro, gravidade, agrupar_por, espera_min, autor_id)
       select $2, $1, 'Cliente quer cancelar e sai insatisfeito',
         '{"todas":[{"campo":"dito_cliente","op":"um_de","valor":["cancelar","cancelamento"]},{"campo":"sentimento","op":"um_de","valor":["negativo"]}]}',
         'baixa', 'agente', 1440, (select usuario_id from membros where empresa_id = $1 and papel = 'gerente' order by id limit 1)`,
      [empresaId, newId()],
    );
    await tx.query(
      `update regras set alvo_em = now() - interval '200 days', vigente_desde = now() - $2::int * interval '1 day'
       where empresa_id = $1`,
      [empresaId, ABERTOS_DIAS],
    );
    await tx.query(
      `with casos as (
         select gen_random_uuid() as id, gen_random_uuid() as grupo_id, r.id as regra_id, r.gravidade, i.id as item_id, i.projeto_id, i.agente_id,
           x.terminada_em as momento, row_number() over (partition by r.id order by x.terminada_em) as n,
           (select usuario_id from membros where empresa_id = $1 and papel = 'usuario' order by id limit 1) as quem
         from regras r
           join item_qualidade q on q.empresa_id = r.empresa_id
             and case r.padrao when 'falha_critica' then q.falhas_criticas > 0
               when 'ofensa_agente' then q.palavras <> '{}' else false end
           join execucoes x on x.id = q.execucao_id and x.terminada_em < r.vigente_desde
           join auditoria_itens i on i.id = q.item_id
         where r.empresa_id = $1
       ), grupos as (
         insert into regra_grupos (id, empresa_id, regra_id, chave, inicio, ultimo_em, n, avisado_em)
           select c.grupo_id, $1, c.regra_id, '', c.momento, c.momento, 1, c.momento from casos c
       )
       insert into regra_disparos (id, empresa_id, regra_id, grupo_id, item_id, projeto_id, agente_id, chave, momento, gravidade, estado,
           procedente, visto_por, visto_em, resolvido_por, resolvido_em)
         select c.id, $1, c.regra_id, c.grupo_id, c.item_id, c.projeto_id, c.agente_id, c.item_id::text, c.momento, c.gravidade, 'resolvido',
           c.n % $2 <> 0, c.quem, c.momento + interval '3 hours', c.quem, c.momento + interval '3 hours'
         from casos c`,
      [empresaId, IMPROCEDENTE_A_CADA],
    );
  });
}
