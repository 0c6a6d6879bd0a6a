import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/empresas';
import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { normalizeCep } from '@escuta/shared/domain/text/address';
import { createCompany, grantWelcomeCredits } from '@escuta/shared/services/accounts/companies';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { type StaleTexts, staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentEmpresa } from './present.ts';
import { type DadosEmpresa, findEmpresa, listEmpresas, lockEmpresa, saveEmpresa } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Empresa não encontrada.');
const notTheirs = () => new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');

/** Id of the caller's company if the caller, a signed-in person, may change it and so read its API key; else null. */
function keyOf(session: Session): string | null {
  const mayUpdate = can(session.papel, session.permissions, 'company', 'update');
  return session.via === 'token' && mayUpdate ? session.empresaId : null;
}

/** A page of the companies visible to the caller, the caller's own first. */
export async function pageOfEmpresas(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listEmpresas>,
): Promise<{ data: EmpresaWire[]; pagination: Pagination }> {
  const { page, limit, q, arquivadas } = query;
  const found = await listEmpresas(deps.db, session.scope, {
    ownId: session.empresaId,
    keyOf: keyOf(session),
    q,
    arquivadas,
    page,
    limit,
  });
  return presentPage(query, found, (row) => presentEmpresa(deps, row));
}

/**
 * A company, with its API key if the caller may read the key.
 * @throws AppError nao_encontrado
 */
export async function readEmpresa(deps: AppDeps, session: Session, id: string): Promise<EmpresaWire> {
  const row = await findEmpresa(deps.db, session.scope, id, keyOf(session));
  if (!row) throw notFound();
  return presentEmpresa(deps, row);
}

/** Reads a company after a change, in the change's transaction, as the caller may see it. */
export async function readChanged(deps: AppDeps, db: Db, session: Session, id: string): Promise<EmpresaWire> {
  const row = await findEmpresa(db, session.scope, id, keyOf(session));
  if (!row) throw notTheirs();
  return presentEmpresa(deps, row);
}

function normalize<T extends { cnpj?: string | undefined; cep?: string | null | undefined }>(body: T): T {
  return {
    ...body,
    ...(body.cnpj === undefined ? {} : { cnpj: normalizeCnpj(body.cnpj) }),
    ...(body.cep ? { cep: normalizeCep(body.cep) } : {}),
  };
}

/**
 * Registers a company, with its API key.
 * @throws AppError conflito if a company has the CNPJ
 */
export function addEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createEmpresa>,
): Promise<EmpresaWire> {
  const company = normalize(body);
  return deps.db.transaction(async (tx) => {
    const id = await createCompany(tx, deps, company, { emailConfirmado: true });
    await grantWelcomeCredits(tx, deps.env, id);
    await recordAction(tx, {
      ...actor,
      empresaId: id,
      acao: 'empresa_criada',
      recurso: 'empresa',
      recursoId: id,
      detalhes: { nome: company.nome, cnpj: company.cnpj },
    });
    return readChanged(deps, tx, session, id);
  });
}

const ALTERADA = {
  mensagem:
    'Esta empresa foi alterada por outra pessoa depois que você a abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu a empresa.',
  campos: {
    nome: 'nome',
    cnpj: 'cnpj',
    rua: 'rua',
    numero: 'numero',
    bairro: 'bairro',
    cep: 'cep',
    cidade: 'cidade',
    estado: 'estado',
    segmento: 'segmento',
    volume_auditorias_mensal: 'volume_auditorias_mensal',
  },
} as const satisfies StaleTexts<DadosEmpresa>;

/** Compares a company with the sent fields: {field: {de, para}}; ignores absent fields. */
function differences(before: DadosEmpresa, sent: Partial<DadosEmpresa>) {
  const fields = Object.keys(before) as (keyof DadosEmpresa)[];
  return Object.fromEntries(
    fields
      .filter((field) => sent[field] !== undefined && sent[field] !== before[field])
      .map((field) => [field, { de: before[field], para: sent[field] }]),
  );
}

/**
 * Changes a company's data; absent fields stay unchanged.
 * @throws AppError nao_encontrado, conflito if another company has the CNPJ, or a field differs from `antes`
 */
export function changeEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateEmpresa>,
  scope: Scope = session.scope,
): Promise<EmpresaWire> {
  return deps.db.transaction(async (tx) => {
    const before = await lockEmpresa(tx, scope, id);
    if (!before) throw notTheirs();
    const { arquivada_em: _, ...data } = before;
    const stale = staleRecord<DadosEmpresa>(
      normalize(body.antes ?? {}) as Partial<DadosEmpresa>,
      data,
      ALTERADA,
    );
    if (stale) throw stale;
    const campos = differences(data, normalize(body) as Partial<DadosEmpresa>);
    if (Object.keys(campos).length > 0) {
      const change = Object.fromEntries(Object.entries(campos).map(([field, { para }]) => [field, para]));
      await saveEmpresa(tx, scope, id, change);
      await recordAction(tx, {
        ...actor,
        empresaId: id,
        acao: 'empresa_alterada',
        recurso: 'empresa',
        recursoId: id,
        detalhes: { nome: data.nome, campos },
      });
    }
    return readChanged(deps, tx, session, id);
  });
}

/**
 * Changes the caller's company.
 * @throws AppError conflito if another company has the CNPJ
 */
export function changeOwnEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.updateEmpresa>,
): Promise<EmpresaWire> {
  return changeEmpresa(deps, session, actor, session.empresaId, body, session.ownScope);
}
