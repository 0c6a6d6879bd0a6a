// npm run restore -- --de <pasta | arquivo.tar> [--substituir]: restores a backup (restore.ts).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DATA } from '../lib/paths.mjs';
import { formatBytes, progress, readOptions, runCommand } from './command-line.ts';
import { type Occupied, restore } from './restore.ts';
import { OperatorError, readSettings, requireEnv } from './settings.ts';

const USAGE = 'Uso: npm run restore -- --de <pasta | arquivo.tar> [--substituir]';

/** Asks the operator to type the database's name, as proof of attention. */
async function confirmTyped({ banco, empresas, itens }: Occupied): Promise<boolean> {
  process.stderr.write(
    `! O banco "${banco}" tem ${empresas} empresas e ${itens} itens. Tudo será apagado, as gravações também.\n` +
      `  Digite o nome do banco para confirmar: `,
  );
  const input = createInterface({ input: process.stdin });
  for await (const line of input) {
    input.close();
    if (line.trim() === banco) return true;
    break;
  }
  throw new OperatorError('O nome não confere: nada foi mudado.');
}

await runCommand(async () => {
  const options = readOptions({ de: { type: 'string' }, substituir: { type: 'boolean' } }, USAGE);
  if (!options.de) throw new OperatorError(USAGE);
  const settings = await readSettings({ startServers: true });
  const line = progress();
  try {
    const report = await restore({
      env: requireEnv(settings.source),
      de: options.de,
      onProgress: line.say,
      ...(options.substituir ? { confirm: confirmTyped } : {}),
    });
    line.end();
    if (settings.isPrivate) {
      mkdirSync(DATA, { recursive: true });
      writeFileSync(join(DATA, 'restaurada.json'), JSON.stringify({ criadaEm: report.criadaEm }));
    }
    const when = new Date(report.criadaEm).toLocaleString('pt-BR');
    process.stdout.write(
      `✓ Restaurada a cópia de ${when} (versão ${report.versao}): ${report.linhas.toLocaleString('pt-BR')} linhas, ` +
        `${report.objetos.toLocaleString('pt-BR')} objetos, ${formatBytes(report.bytes)}\n` +
        (report.migracoesPendentes.length > 0
          ? `  Migrações a aplicar na partida: ${report.migracoesPendentes.join(', ')}\n`
          : '') +
        '  Inicie com npm start ou docker compose up -d; o que estava em processamento é retomado sozinho.\n',
    );
    for (const text of report.avisos) process.stderr.write(`! ${text}\n`);
    return 0;
  } finally {
    line.end();
    await settings.close();
  }
});
