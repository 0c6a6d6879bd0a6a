// npm run doctor [-- --json]: examines the installation. Exit code 0: no failure (warnings allowed); 1: something
// fails; 2: the examination was not possible.
import { readOptions, runCommand } from './command-line.ts';
import { type Achado, count, type Estado } from './doctor/check.ts';
import { examine } from './doctor/examine.ts';
import { readSettings } from './settings.ts';

const USAGE = 'Uso: npm run doctor [-- --json]';
const SIGNS: Record<Estado, [sign: string, colour: number]> = {
  ok: ['✓', 32],
  aviso: ['!', 33],
  falha: ['✗', 31],
};

function print(achados: readonly Achado[]): void {
  const colour = process.stdout.isTTY && !process.env.NO_COLOR;
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  let area = '';
  for (const achado of achados) {
    if (achado.area !== area) process.stdout.write(`${area ? '\n' : ''}${paint(1, achado.area)}\n`);
    area = achado.area;
    const [sign, code] = SIGNS[achado.estado];
    process.stdout.write(`  ${paint(code, sign)} ${achado.texto}\n`);
    if (achado.conselho) process.stdout.write(`      → ${achado.conselho}\n`);
  }
  const of = (estado: Estado) => achados.filter((achado) => achado.estado === estado).length;
  process.stdout.write(
    `\n${count(of('falha'), 'falha', 'falhas')}, ${count(of('aviso'), 'aviso', 'avisos')}, ${of('ok')} em ordem.\n`,
  );
}

await runCommand(async () => {
  const { json } = readOptions({ json: { type: 'boolean' } }, USAGE);
  const settings = await readSettings({ startServers: false });
  const achados = await examine(settings.source);
  const hasFailed = achados.some(({ estado }) => estado === 'falha');
  if (json) process.stdout.write(`${JSON.stringify({ ok: !hasFailed, achados }, null, 2)}\n`);
  else print(achados);
  return hasFailed ? 1 : 0;
}, 2);
