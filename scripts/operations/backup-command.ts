// npm run backup -- --para <pasta | arquivo.tar>: makes a backup of the installation (backup.ts).
import { backup, NOT_INCLUDED } from './backup.ts';
import { formatBytes, progress, readOptions, runCommand } from './command-line.ts';
import { OperatorError, readSettings, requireEnv } from './settings.ts';

const USAGE = 'Uso: npm run backup -- --para <pasta | arquivo.tar>';

await runCommand(async () => {
  const { para } = readOptions({ para: { type: 'string' } }, USAGE);
  if (!para) throw new OperatorError(USAGE);
  const settings = await readSettings({ startServers: true });
  const line = progress();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      stop.abort(new OperatorError(`Interrompida (${signal}): esta cópia não foi terminada.`)),
    );
  }
  try {
    const report = await backup({
      env: requireEnv(settings.source),
      para,
      onProgress: line.say,
      signal: stop.signal,
    });
    line.end();
    const { objetos, banco } = report;
    process.stdout.write(
      `✓ Cópia terminada em ${report.lugar}\n` +
        `  Banco: ${report.linhas.toLocaleString('pt-BR')} linhas, ${formatBytes(banco.bytes)}\n` +
        `  Objetos: ${objetos.total.toLocaleString('pt-BR')}, ${formatBytes(objetos.bytes)}; copiados agora: ` +
        `${objetos.copiados.toLocaleString('pt-BR')}, ${formatBytes(objetos.bytesCopiados)}\n` +
        `  Não estão na cópia:\n${NOT_INCLUDED.map((text) => `    ${text}\n`).join('')}`,
    );
    const warn = (text: string, names: string[]) =>
      names.length > 0 && process.stderr.write(`! ${text}\n${names.map((name) => `    ${name}\n`).join('')}`);
    warn('O banco nomeia objetos que o armazenamento não tem:', report.ausentes);
    warn('Objetos cujo conteúdo não é o que o banco registrou (copiados como estão):', report.divergentes);
    if (!report.saldoConfere)
      process.stderr.write('! O saldo de uma empresa não é a soma do extrato (npm run doctor).\n');
    return 0;
  } finally {
    line.end();
    await settings.close();
  }
});
