// npm run alinhar -- [--mover] [--apagar-quarentena]: compares the storage with the database (alinhar.ts).
import { align } from './alinhar.ts';
import { progress, readOptions, runCommand } from './command-line.ts';
import { readSettings, requireEnv } from './settings.ts';

const USAGE = 'Uso: npm run alinhar -- [--mover] [--apagar-quarentena]';

await runCommand(async () => {
  const options = readOptions(
    { mover: { type: 'boolean' }, 'apagar-quarentena': { type: 'boolean' } },
    USAGE,
  );
  const settings = await readSettings({ startServers: true });
  const line = progress();
  try {
    const found = await align({
      env: requireEnv(settings.source),
      mover: options.mover ?? false,
      apagarQuarentena: options['apagar-quarentena'] ?? false,
      onObject: (what, chave, modificado) =>
        process.stdout.write(`${[what, chave, modificado?.toISOString()].filter(Boolean).join('\t')}\n`),
      onProgress: line.say,
    });
    line.end();
    const n = (count: number) => count.toLocaleString('pt-BR');
    process.stderr.write(
      `${found.faltam === 0 && found.sobram === found.movidos ? '✓' : '!'} Objetos que o banco cita: ${n(found.conhecidos)}; ` +
        `faltam ${n(found.faltam)}. Que ele não conhece: ${n(found.sobram)}; postos em quarentena: ${n(found.movidos)}. ` +
        `Em quarentena agora: ${n(found.emQuarentena)}; apagados dela: ${n(found.apagados)}.\n` +
        (found.sobram > found.movidos ? '  Com os processos parados, --mover os põe em quarentena.\n' : ''),
    );
    return 0;
  } finally {
    line.end();
    await settings.close();
  }
});
