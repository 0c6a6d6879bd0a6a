// The server that the call list is compared with: bare Fastify and pg return the same fields of the same rows, with
// times as PostgreSQL's text, and without token, limits, log, total or scope.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

app.get<{ Params: { id: string } }>('/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'bare_list',
    text: `select i.id, i.tipo_item, i.status, i.motivo, i.call_start_time::text as call_start_time, i.numero_destino,
      i.ramal,
             i.call_duration, i.nome_entrevistado, i.arquivo_nome,
             i.asterisk_filename is not null and i.arquivo_path is null as gravacao_na_telefonia,
             exists (select from auditoria_resultados r where r.item_id = i.id and (r.status_processamento = 'concluido'
               or exists (select from transcricoes t where t.resultado_id = r.id))) as analisada,
             q.pontuacao, q.sentimento, q.alertas, q.revisado_por, v.nome as revisor,
               q.revisado_em::text as revisado_em,
             i.agente_id, a.nome as agente, t.usuario_id as responsavel_id, u.nome as responsavel,
             i.dados_apagados_em::text as dados_apagados_em, i.created_at::text as entrada
           from auditoria_itens i
           left join item_qualidade q on q.item_id = i.id
           left join usuarios v on v.id = q.revisado_por
           left join agentes a on a.id = i.agente_id
           left join item_atribuicoes t on t.item_id = i.id
           left join usuarios u on u.id = t.usuario_id
           where i.projeto_id = $1 order by i.created_at desc, i.id desc limit 10`,
    values: [request.params.id],
  });
  return rows;
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
