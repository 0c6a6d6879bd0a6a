// npm run vida: prints the table of an item's life, state × act, as the writers and the tests read it.
import { ATOS_ITEM, type DesfechoItem, ESTADOS_ITEM, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';

/** An outcome in a few characters. */
function show(desfecho: DesfechoItem): string {
  if (desfecho === 'nada') return '·';
  if ('recusa' in desfecho) return `✗ ${desfecho.recusa}`;
  if ('fica' in desfecho) return `fica: ${desfecho.fica}`;
  if ('espera' in desfecho) return `espera: ${desfecho.espera}`;
  return `→ ${desfecho.para}${'so' in desfecho ? ` (só ${desfecho.so})` : ''}`;
}

const rows = [
  ['', ...ESTADOS_ITEM],
  ...ATOS_ITEM.map((ato) => [ato, ...ESTADOS_ITEM.map((e) => show(VIDA_DO_ITEM[e][ato]))]),
];
const widths = (rows[0] as string[]).map((_, column) =>
  Math.max(...rows.map((row) => row[column]?.length ?? 0)),
);
for (const row of rows) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  );
}
