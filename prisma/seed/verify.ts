import type { SeedContext } from './context.ts';

/** Checks a scenario's result. @throws Error naming the product's rule that the result violates */
export async function verifyInstallation({ db: pool }: SeedContext): Promise<void> {
  const rules: [string, string][] = [
    [
      'o saldo de cada empresa é a soma do seu extrato',
      `select e.cnpj from empresas e where e.saldo_creditos <>
         (select coalesce(sum(l.quantidade), 0) from credito_lancamentos l where l.empresa_id = e.id)`,
    ],
    [
      'os totais por dia são os dos itens',
      `select p.id from projetos p where
         (select coalesce(sum(r.n), 0) from projeto_rollup_dia r where r.projeto_id = p.id) <>
         (select count(*) from auditoria_itens i where i.projeto_id = p.id)`,
    ],
    [
      'a qualidade por dia é a dos itens',
      `select p.id from projetos p where
         (select coalesce(sum(r.n), 0) from projeto_qualidade_dia r where r.projeto_id = p.id) <>
         (select count(*) from item_qualidade i where i.projeto_id = p.id)`,
    ],
    [
      'cada template tem a versão em vigor',
      `select t.id from insight_templates t where not exists
         (select 1 from insight_template_versoes v where v.template_id = t.id and v.versao = t.versao)`,
    ],
    [
      'a matriz de cada entrevista é a dos seus confrontos',
      `select m.entrevista_id from entrevista_matriz m where m.codigos is distinct from
         (select string_agg(escuta_letra_veredito(coalesce(c.veredito_pessoa, c.veredito)), '' order by c.ordem)
          from confrontos c where c.entrevista_id = m.entrevista_id and c.vigente)
         or m.codigos_ia is distinct from
         (select string_agg(escuta_letra_veredito(coalesce(c.veredito_inicial, c.veredito)), '' order by c.ordem)
          from confrontos c where c.entrevista_id = m.entrevista_id and c.vigente)`,
    ],
  ];
  for (const [rule, violations] of rules) {
    const { rows } = await pool.query(violations);
    if (rows.length > 0) throw new Error(`O cenário não confere: ${rule} (${JSON.stringify(rows[0])})`);
  }
}
