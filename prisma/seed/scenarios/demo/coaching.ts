import { newId } from '@escuta/shared/platform/database/ids';
import type { SeedContext } from '../../context.ts';

/** An analyst's feedback to agents on their worst calls. */
const RETORNOS: readonly (readonly [agente: string, texto: string])[] = [
  ['Fábio Reis', 'O protocolo precisa ser dito antes de encerrar. Vamos ensaiar o fechamento na terça?'],
  ['Gilda Melo', 'Nesta ligação o cliente pediu o protocolo e ficou sem. Ouça o fim e me diga o que faltou.'],
];
const SEMENTE = '5eed5eed5eed5eed';
const POR_AGENTE = 2;

/** Gives two agents feedback on their lowest-scored calls, and two reviewers a random sample of last week's calls. */
export async function seedCoaching({ db }: SeedContext, empresaId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ feito: boolean }>(
      'select exists (select from amostras where empresa_id = $1) as feito',
      [empresaId],
    );
    if (rows[0]?.feito) return;
    for (const [nome, texto] of RETORNOS) {
      await tx.query(
        `insert into agente_retornos (id, empresa_id, agente_id, item_id, texto, autor_id, created_at)
         select $2, $1, a.id, q.item_id, $4,
           (select usuario_id from membros where empresa_id = $1 and papel = 'usuario' order by id limit 1),
           now() - interval '2 days'
         from agentes a join item_qualidade q on q.agente_id = a.id and q.empresa_id = a.empresa_id
         where a.empresa_id = $1 and a.nome = $3 order by q.pontuacao, q.item_id limit 1`,
        [empresaId, newId(), nome, texto],
      );
    }
    await tx.query(
      `with projeto as (
         select q.projeto_id as id from item_qualidade q where q.empresa_id = $1 group by 1
           order by count(*) desc, 1 limit 1
       ), candidatas as (
         select i.id, row_number() over (partition by i.agente_id order by md5($3 || i.id::text), i.id) as lugar
         from auditoria_itens i
         where i.projeto_id = (select id from projeto) and i.agente_id is not null and i.dia_chamada >= current_date - 7
       ), sorteadas as (
         select id, row_number() over (order by md5($3 || id::text), id) as n from candidatas where lugar <= $4
       ), pessoas as (
         select usuario_id, row_number() over (order by papel, id) as n, count(*) over () as de
         from membros where empresa_id = $1 and papel in ('gerente', 'usuario')
       ), amostra as (
         insert into amostras (id, empresa_id, projeto_id, nome, filtro, de, ate, metodo, quantidade, estrato, semente,
           universo, sorteadas,
             prazo, pessoas, autor_id)
           select $2, $1, (select id from projeto), 'Revisão da semana', '{"todas":[]}', current_date - 7,
             current_date, 'por_agente', $4,
             'nenhum', $3, (select count(*) from candidatas), (select count(*) from sorteadas), current_date + 4,
             array(select usuario_id from pessoas order by n), (select usuario_id from pessoas order by n limit 1)
           where exists (select from sorteadas)
           returning id
       ), itens as (
         insert into amostra_itens (item_id, amostra_id, empresa_id) select s.id, a.id, $1 from sorteadas s, amostra a
       )
       insert into item_atribuicoes (item_id, empresa_id, usuario_id, atribuido_por, lote_id)
         select s.id, $1, p.usuario_id, (select usuario_id from pessoas order by n limit 1), a.id
         from sorteadas s cross join amostra a join pessoas p on p.n = (s.n - 1) % p.de + 1
         on conflict (item_id) do nothing`,
      [empresaId, newId(), SEMENTE, POR_AGENTE],
    );
  });
}
