// npm run vida: prints the state tables of items and interviews in the form that code and tests read; with `-- pares`
// also the result of each pair of actions of two people, as checked by the tests (about 7,000 lines).
import {
  ASPECTOS,
  type Aspecto,
  ATOS_ENTREVISTA,
  type AtoEntrevista,
  aspectsOf,
  cellOf,
  type EstadoEntrevista,
  VIDA_DA_ENTREVISTA,
} from '@escuta/shared/domain/life/interview';
import {
  ATOS_ITEM,
  type DesfechoItem,
  ESTADOS_ITEM,
  type EstadoItem,
  VIDA_DO_ITEM,
} from '@escuta/shared/domain/life/item';

/** Prints rows of cells, each column as wide as its widest cell. */
function print(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  process.stdout.write(`${title}\n${rows.map(line).join('\n')}\n\n`);
}

/** Describes what an action does to an item, in a few characters: '·' nothing, '✗' a refusal, '→' a new state. */
function ofItem(desfecho: DesfechoItem): string {
  if (desfecho === 'nada') return '·';
  if ('recusa' in desfecho) return `✗ ${desfecho.recusa}`;
  if ('fica' in desfecho) return `fica: ${desfecho.fica}`;
  if ('espera' in desfecho) return `espera: ${desfecho.espera}`;
  return `→ ${desfecho.para}${'so' in desfecho ? ` (só ${desfecho.so})` : ''}`;
}

/** Result of an action in a state of a single aspect: '?' if it depends on another aspect too. */
function ofInterview(aspecto: Aspecto, estado: string, ato: AtoEntrevista): string {
  const cell = cellOf(ato, aspecto, estado);
  if (cell === undefined) return '';
  if (cell === 'nada') return '·';
  if ('recusa' in cell) return `✗ ${cell.recusa}`;
  return `→ ${cell.para}${cell.se ? ' ?' : ''}`;
}

print('ITEM: ato × estado (✗ recusa, · não acontece)', [
  ['', ...ESTADOS_ITEM],
  ...ATOS_ITEM.map((ato) => [ato, ...ESTADOS_ITEM.map((estado) => ofItem(VIDA_DO_ITEM[estado][ato]))]),
]);
for (const aspecto of Object.keys(ASPECTOS) as Aspecto[]) {
  print(`ENTREVISTA, ${aspecto}: ato × estado (em branco: fica como está; ?: conforme os outros aspectos)`, [
    ['', 'quem', ...ASPECTOS[aspecto]],
    ...ATOS_ENTREVISTA.filter((ato) => aspectsOf(ato).includes(aspecto)).map((ato) => [
      ato,
      VIDA_DA_ENTREVISTA[ato].quem,
      ...ASPECTOS[aspecto].map((estado) => ofInterview(aspecto, estado, ato)),
    ]),
  ]);
}

/** Prints the result of each pair of actions in both orders: a single state if the order does not matter. */
function printPairs<Ato extends string>(
  title: string,
  states: readonly string[],
  atos: readonly Ato[],
  ends: (state: string, order: readonly [Ato, Ato]) => readonly string[],
): void {
  print(title, [
    ['estado', 'ato', 'outro ato', 'fim (|: conforme quem vem primeiro)'],
    ...states.flatMap((state) =>
      atos.flatMap((a, at) =>
        atos.slice(at).flatMap((b) => {
          const both = [...new Set([...ends(state, [a, b]), ...ends(state, [b, a])])];
          return both.length === 0 ? [] : [[state, a, b, both.join(' | ')]];
        }),
      ),
    ),
  ]);
}

if (process.argv.includes('pares')) {
  const item = await import('../tests/support/item-life.ts');
  const interview = await import('../tests/support/interview-life.ts');
  printPairs('ITEM: pares de atos', ESTADOS_ITEM, ATOS_ITEM, (state, order) => [
    item.predictBoth(state as EstadoItem, order).estado,
  ]);
  const said = (from: EstadoEntrevista, to: EstadoEntrevista): string =>
    (Object.keys(ASPECTOS) as Aspecto[])
      .filter((aspecto) => from[aspecto] !== to[aspecto])
      .map((aspecto) => `${aspecto} ${to[aspecto]}`)
      .join(', ') || '=';
  const { SITUACOES, canMeet, predictBoth } = interview;
  printPairs('ENTREVISTA: pares de atos', Object.keys(SITUACOES), ATOS_ENTREVISTA, (name, order) => {
    const from = SITUACOES[name as keyof typeof SITUACOES];
    return canMeet(...order) ? predictBoth(from, order).map(({ estado }) => said(from, estado)) : [];
  });
}
