// The peer of the call list: what a bare Fastify with pg needs for the same rows, without token, total or scope.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

app.get<{ Params: { id: string } }>('/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'bare-list',
    text: `select id, tipo_item, status, motivo, numero_destino, ramal, nome_entrevistado, call_start_time, call_duration,
             arquivo_nome, created_at
           from auditoria_itens where projeto_id = $1 order by created_at desc, id desc limit 10`,
    values: [request.params.id],
  });
  return rows;
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
