import { Prisma } from './generated/client.ts';

/** A query would have left its scope: the product's fault, never the caller's. */
export class ScopeViolation extends Error {
  constructor(model: string, operation: string, why: string) {
    super(`${model}.${operation} fora do escopo: ${why}`);
    this.name = 'ScopeViolation';
  }
}

/** Path to the company's id in models without a field `empresaId`. */
const OWNER_PATHS: Readonly<Record<string, readonly string[]>> = {
  Empresa: ['id'],
  Usuario: ['membros', 'some', 'empresaId'],
  ProjetoNumero: ['projeto', 'empresaId'],
  ProjetoContador: ['projeto', 'empresaId'],
  SinalPedido: ['pesquisa', 'empresaId'],
  ImportacaoChave: ['importacao', 'empresaId'],
  EventoEntrega: ['evento', 'empresaId'],
};

/** Models of the installation, common to all companies. */
export const INSTALLATION_MODELS: ReadonlySet<string> = new Set([
  'InstalacaoMarca',
  'ChaveAssinatura',
  'CreditoPacote',
  'Lead',
  'ModeloCatalogo',
  'PrecoCatalogo',
]);

/** Path of the company's id in a filter on this model; null for the installation's models. */
export function ownerPath(model: string): readonly string[] | null {
  if (INSTALLATION_MODELS.has(model)) return null;
  return OWNER_PATHS[model] ?? ['empresaId'];
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** True if the filter, or a part that AND joins, requires that the company owns the row; OR and NOT do not count. */
function filtersBy(where: unknown, path: readonly string[], empresaId: string): boolean {
  if (!isObject(where)) return false;
  let value: unknown = where;
  for (const [depth, key] of path.entries()) {
    value = isObject(value) ? value[key] : undefined;
    // Relation filters may be written { projeto: { is: { … } } }.
    if (depth < path.length - 1 && isObject(value) && isObject(value.is)) value = value.is;
  }
  if (value === empresaId || (isObject(value) && value.equals === empresaId)) return true;
  // Compound keys: { empresaId_projetoId: { empresaId, … } }.
  const compound = Object.entries(where).some(
    ([key, part]) => key.split('_').includes('empresaId') && isObject(part) && part.empresaId === empresaId,
  );
  return compound || asList(where.AND).some((part) => filtersBy(part, path, empresaId));
}

/** Column names by model. */
export function modelFields(): Map<string, readonly string[]> {
  const namespace: Record<string, unknown> = { ...Prisma };
  return new Map(
    Object.keys(Prisma.ModelName).map((model) => [
      model,
      Object.keys(namespace[`${model}ScalarFieldEnum`] ?? {}),
    ]),
  );
}

/** Names of columns, whose values are data, not searched for owners. */
const COLUMNS: ReadonlySet<string> = new Set([...modelFields().values()].flat());

/** The first id of another company in the data to write, also in nested writes; null if none. */
function foreignOwner(data: unknown, empresaId: string): string | null {
  if (Array.isArray(data)) {
    for (const part of data) {
      const found = foreignOwner(part, empresaId);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isObject(data) || Object.getPrototypeOf(data) !== Object.prototype) return null;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'empresaId') {
      const id = isObject(value) ? (value.set ?? value.equals) : value;
      if (id !== undefined && id !== empresaId) return String(id);
    } else if (key === 'empresa') {
      const connected = isObject(value) && isObject(value.connect) ? value.connect.id : undefined;
      if (connected !== empresaId) return String(connected ?? 'empresa');
    } else if (!COLUMNS.has(key)) {
      const found = foreignOwner(value, empresaId);
      if (found !== null) return found;
    }
  }
  return null;
}

/** True if a row to create names this company as its owner. */
function createsFor(data: unknown, path: readonly string[], empresaId: string): boolean {
  if (!isObject(data)) return false;
  // People and counters inherit their owner from a parent; only the installation creates companies.
  if (path.length > 1) return true;
  if (path[0] === 'id') return false;
  const connected =
    isObject(data.empresa) && isObject(data.empresa.connect) ? data.empresa.connect.id : undefined;
  return data.empresaId === empresaId || connected === empresaId;
}

const CREATES = new Set(['create', 'createMany', 'createManyAndReturn']);

/**
 * Requires that a Prisma operation's filter or data names the company; adds no filter.
 * @throws ScopeViolation otherwise
 */
export function assertScope(model: string, operation: string, args: unknown, empresaId: string): void {
  const path = ownerPath(model);
  if (path === null) {
    if (/^(create|update|upsert|delete)/.test(operation)) {
      throw new ScopeViolation(model, operation, 'só a instalação altera este modelo');
    }
    return;
  }
  const given: Json = isObject(args) ? args : {};
  if (CREATES.has(operation)) {
    if (!asList(given.data).every((row) => createsFor(row, path, empresaId))) {
      throw new ScopeViolation(model, operation, 'os dados não trazem a empresa do escopo');
    }
  } else if (!filtersBy(given.where, path, empresaId)) {
    throw new ScopeViolation(model, operation, `o filtro não fixa ${path.join('.')} na empresa do escopo`);
  }
  if (operation === 'upsert' && !createsFor(given.create, path, empresaId)) {
    throw new ScopeViolation(model, operation, 'os dados não trazem a empresa do escopo');
  }
  for (const data of [given.data, given.create, given.update]) {
    const foreign = foreignOwner(data, empresaId);
    if (foreign !== null)
      throw new ScopeViolation(model, operation, `os dados nomeiam outra empresa (${foreign})`);
  }
}
