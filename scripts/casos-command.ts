// npm run casos: gives the product input exactly as programs of call centers and survey institutes write it. Prints a
// row per case: source, expected and actual result. Exit code 1 if a case is wrong.
// - `npm run casos -- <text> …`: only cases whose kind, name or source contains one of these texts
// - `--so-errados`: prints only the wrong cases
import { parseArgs } from 'node:util';
import { CASOS } from './casos/all.ts';
import { type Resultado, runCase } from './casos/case.ts';
import { table } from './lib/table.ts';

const { values, positionals } = parseArgs({
  options: { 'so-errados': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const wanted = positionals.map((text) => text.toLowerCase());
const isWanted = (text: string) =>
  wanted.length === 0 || wanted.some((part) => text.toLowerCase().includes(part));

const results: Resultado[] = [];
for (const { tipo, casos } of CASOS)
  for (const caso of casos)
    if (isWanted(`${tipo} ${caso.nome} ${caso.fonte}`)) results.push(await runCase(tipo, caso));
if (results.length === 0) {
  console.error('Nenhum caso tem este texto.');
  process.exit(2);
}

const shown = values['so-errados'] ? results.filter(({ certo }) => !certo) : results;
/** Greatest width of each column, characters, so that a row needs no sideways scrolling. */
const WIDEST = [1, 14, 34, 32, 44, 30];
table(
  ['', 'tipo', 'caso', 'fonte', 'esperado', 'obtido'],
  shown.map(({ tipo, caso, obtido, certo }) => [
    certo ? '✓' : '✗',
    tipo,
    caso.nome,
    caso.fonte,
    caso.esperado,
    certo ? '=' : obtido,
  ]),
  WIDEST,
);
const right = results.filter(({ certo }) => certo).length;
console.log(`\n${right} de ${results.length} casos certos.`);
if (right < results.length) process.exitCode = 1;
