// npm run reindex [-- --empresa ID]: requests a rebuild of the search index, of every company or a single one, by tasks
// of the worker.

import { openDatabase } from '@escuta/prisma/db';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

import { runCommand } from './operations/command-line.ts';
import { OperatorError, readSettings } from './operations/settings.ts';

const USAGE = 'Uso: npm run reindex [-- --empresa ID]';

await runCommand(async () => {
  const [flag, empresa, ...rest] = process.argv.slice(2);
  const isOne = flag === '--empresa' && /^[0-9a-f-]{36}$/iu.test(empresa ?? '');
  if (rest.length > 0 || (flag !== undefined && !isOne)) throw new OperatorError(USAGE);
  const settings = await readSettings({ startServers: true });
  const pool = openDatabase({ databaseUrl: settings.source.DATABASE_URL as string, poolSize: 1 });
  try {
    const { rows } = await pool.query<{ id: string; nome: string }>(
      `select e.id, e.nome from empresas e where ($1::uuid is null or e.id = $1)
         and exists (select from item_qualidade q join projetos p on p.id = q.projeto_id where p.empresa_id = e.id)
         and not exists (select from tarefas t where t.empresa_id = e.id and t.tipo = 'reindexar'
           and t.status in ('pendente', 'executando'))
       order by e.created_at, e.id`,
      [isOne ? empresa : null],
    );
    for (const { id } of rows) {
      await pool.transaction((tx) =>
        createTask(tx, { tipo: 'reindexar', empresaId: id, actor: SYSTEM_ACTOR, parametros: {} }),
      );
    }
    process.stdout.write(
      rows.length === 0
        ? 'Nenhuma empresa a indexar: sem conversas analisadas, ou já em andamento.\n'
        : `Índice pedido para ${rows.map(({ nome }) => nome).join(', ')}: acompanhe em Tarefas.\n`,
    );
    return 0;
  } finally {
    await pool.end();
    await settings.close();
  }
});
