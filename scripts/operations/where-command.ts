// npm run onde -- <id>: prints an interview's queue, since when and why, like Administração › Onde está?.
import { openDatabase } from '@escuta/prisma/db';
import { SALAS_DE_ESPERA } from '@escuta/shared/domain/interview/waiting-rooms';
import { locateInterview } from '@escuta/shared/services/interviews/where';
import { runCommand } from './command-line.ts';
import { OperatorError, readSettings } from './settings.ts';

const USAGE = 'Uso: npm run onde -- <id da entrevista ou do item>';
const WHEN = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});
const ESTADO = {
  ...{ fora: 'não se aplica', espera: 'aguardando', em_curso: 'em andamento' },
  ...{ parada: 'parada', passou: 'já passou' },
};

await runCommand(async () => {
  const [id, ...rest] = process.argv.slice(2);
  if (!id || rest.length > 0 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id))
    throw new OperatorError(USAGE);
  const settings = await readSettings({ startServers: true });
  const db = openDatabase({ databaseUrl: settings.source.DATABASE_URL as string, poolSize: 1 });
  try {
    const found = await locateInterview(db, id);
    if (!found) throw new OperatorError('Nenhuma entrevista e nenhum item têm este identificador.');
    const { empresa, entrevistaId, itemId, salas } = found;
    const lines = salas.map(({ sala, estado, desde, ate, tentativas, motivo }) => {
      const since = desde ? `desde ${WHEN.format(desde)}` : '';
      const until = ate ? `até ${WHEN.format(ate)}` : '';
      const tries = tentativas ? `tentativa ${tentativas}` : '';
      const said = [ESTADO[estado], since, until, tries, motivo ?? ''].filter((part) => part !== '');
      return `${SALAS_DE_ESPERA[sala].padEnd(26)}${said.join(' · ')}`;
    });
    const head = `${empresa.nome} · entrevista ${entrevistaId ?? '–'} · item ${itemId ?? '–'}`;
    process.stdout.write(`${[head, ...lines].join('\n')}\n`);
    return 0;
  } finally {
    await db.end();
    await settings.close();
  }
});
