import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pedido } from './protocol.ts';

/** The first versions of Node whose permission model stands under this flag, by their line; every later line has it. */
const SINCE: Record<number, number> = { 22: 13, 23: 5 };
const ALWAYS_FROM = 24;

/** Whether a version of Node ('24.1.0') can keep a process from files, programs and threads. */
export function confines(version: string): boolean {
  const [line = 0, minor = 0] = version.split('.').map(Number);
  return line >= ALWAYS_FROM || minor >= (SINCE[line] ?? Number.POSITIVE_INFINITY);
}

/** The folders of packages that a program in `folder` finds, as Node looks for them. */
function packagesFrom(folder: string): string[] {
  const here = join(folder, 'node_modules');
  const above = dirname(folder);
  return [...(existsSync(here) ? [here] : []), ...(above === folder ? [] : packagesFrom(above))];
}

/**
 * What Node is told so that a reading process opens nothing but its file, what it unpacks and the product's own modules, and starts nothing:
 * neither other companies' files nor a process's environment (/proc) are in its reach. Nothing for a version of Node without that, nor for a
 * child that runs from its source: the compiler that it needs is a program of its own.
 */
export function confinement(version: string, child: URL, pedido: Pedido): string[] {
  if (!confines(version) || child.pathname.endsWith('/child.mjs')) return [];
  const folder = dirname(fileURLToPath(child));
  const unpacked = pedido.tipo === 'arquivo_extrai' ? [join(pedido.pasta, '*')] : [];
  const read = [
    pedido.arquivo,
    join(folder, '*'),
    ...packagesFrom(folder).map((one) => join(one, '*')),
    ...unpacked,
  ];
  return [
    '--permission',
    ...read.map((path) => `--allow-fs-read=${path}`),
    ...unpacked.map((path) => `--allow-fs-write=${path}`),
  ];
}
