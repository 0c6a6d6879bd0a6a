import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/asterisk-configs';
import type { AsteriskConfigWire } from '@escuta/shared/contracts/calls/asterisk-configs';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import {
  TELEFONIA_MAX_CONFIGS,
  TELEFONIA_NOME_PADRAO,
  telephonyUrl,
} from '@escuta/shared/domain/calls/telephony';
import { AppError } from '@escuta/shared/domain/errors';
import type { AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import type { Scope } from '@escuta/shared/domain/scope';
import { seal } from '@escuta/shared/platform/crypto/crypto';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { type AriServer, testAri } from '@escuta/shared/services/telephony/ari-client';
import { ariServerOf, telephonyPasswordContext } from '@escuta/shared/services/telephony/telephony';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { findCompany } from '../../reads/scoped-repo.ts';
import { presentConfig } from './present.ts';
import {
  type AsteriskConfigRow,
  countConfigs,
  findActiveConfig,
  findConfig,
  insertConfig,
  listConfigs,
  lockEmpresa,
  updateConfig,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Configuração de telefonia não encontrada.');

async function assertEmpresa(deps: AppDeps, scope: Scope, empresaId: string): Promise<void> {
  if (!(await findCompany(deps.db, scope, empresaId))) {
    throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  }
}

/**
 * A company's configurations, the active first.
 * @throws AppError nao_encontrado
 */
export async function configsOf(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
): Promise<AsteriskConfigWire[]> {
  await assertEmpresa(deps, scope, empresaId);
  return (await listConfigs(deps.db, scope, empresaId)).map(presentConfig);
}

/**
 * A company's active configuration.
 * @throws AppError nao_encontrado, also if no configuration is active
 */
export async function activeConfigOf(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
): Promise<AsteriskConfigWire> {
  await assertEmpresa(deps, scope, empresaId);
  const row = await findActiveConfig(deps.db, scope, empresaId);
  if (!row)
    throw new AppError(
      'nao_encontrado',
      'A empresa não tem configuração de telefonia ativa. Cadastre uma configuração no perfil da empresa.',
    );
  return presentConfig(row);
}

/** Normalises an address that the contract has checked. */
function keptUrl(text: string): string {
  const url = telephonyUrl(text);
  if (!url) throw new AppError('requisicao_invalida', 'A URL do Asterisk não é válida.');
  return url;
}

/** The logged fields of a configuration, never its password. */
const shownOf = ({ name, asterisk_url, username, timeout_ms, is_active }: AsteriskConfigRow) => ({
  ...{ name, asterisk_url, username, timeout_ms, is_active },
});

function record(
  db: Db,
  actor: Actor,
  acao: AcaoRegistrada,
  row: Pick<AsteriskConfigRow, 'empresa_id' | 'asterisk_url'> & { id: string | null },
  detalhes: Record<string, unknown>,
): Promise<void> {
  return recordAction(db, {
    ...actor,
    empresaId: row.empresa_id,
    acao,
    recurso: 'asterisk_config',
    recursoId: row.id,
    detalhes: { servidor: row.asterisk_url, ...detalhes },
  });
}

/**
 * Creates a configuration.
 * @throws AppError nao_encontrado, regra_violada (too many)
 */
export function addConfig(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
  body: BodyOf<typeof contracts.createAsteriskConfig>,
  actor: Actor,
): Promise<AsteriskConfigWire> {
  return deps.db.transaction(async (tx) => {
    await lockEmpresa(tx, scope, empresaId);
    if ((await countConfigs(tx, scope, empresaId)) >= TELEFONIA_MAX_CONFIGS) {
      throw new AppError(
        'regra_violada',
        `A empresa já tem ${TELEFONIA_MAX_CONFIGS} configurações de telefonia. Altere uma delas.`,
      );
    }
    const id = newId();
    const row = await insertConfig(tx, scope, {
      id,
      empresa_id: empresaId,
      name: body.name ?? TELEFONIA_NOME_PADRAO,
      asterisk_url: keptUrl(body.asterisk_url),
      username: body.username,
      senha_cifra: seal(deps.keyRing, body.password, telephonyPasswordContext({ id, empresa_id: empresaId })),
      timeout_ms: body.timeout,
      is_active: body.is_active,
    });
    await record(tx, actor, 'asterisk_criado', row, { nome: row.name, ativa: row.is_active });
    return presentConfig(row);
  });
}

/**
 * Runs `change` on a locked configuration.
 * @throws AppError nao_encontrado
 */
async function editConfig(
  deps: AppDeps,
  scope: Scope,
  id: string,
  change: (db: Db, current: AsteriskConfigRow) => Promise<AsteriskConfigRow>,
): Promise<AsteriskConfigWire> {
  return deps.db.transaction(async (tx) => {
    const found = await findConfig(tx, scope, id);
    if (!found) throw notFound();
    await lockEmpresa(tx, scope, found.empresa_id);
    const current = await findConfig(tx, scope, id);
    if (!current) throw notFound();
    return presentConfig(await change(tx, current));
  });
}

/**
 * Changes a configuration; absent fields and an empty password stay unchanged. A new server or user needs a new
 * password, so that nobody can send the stored password elsewhere.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export function changeConfig(
  deps: AppDeps,
  scope: Scope,
  id: string,
  body: BodyOf<typeof contracts.updateAsteriskConfig>,
  actor: Actor,
): Promise<AsteriskConfigWire> {
  return editConfig(deps, scope, id, async (db, current) => {
    const asterisk_url = body.asterisk_url === undefined ? current.asterisk_url : keptUrl(body.asterisk_url);
    const username = body.username ?? current.username;
    const elsewhere = asterisk_url !== current.asterisk_url || username !== current.username;
    if (elsewhere && !body.password) {
      const mensagem =
        'A URL ou o usuário mudou: informe a senha novamente. A senha salva só vale para o servidor e o usuário anteriores.';
      throw new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'password', mensagem }] });
    }
    const row = await updateConfig(db, scope, {
      ...current,
      name: body.name === undefined ? current.name : (body.name ?? TELEFONIA_NOME_PADRAO),
      asterisk_url,
      username,
      senha_cifra: body.password
        ? seal(deps.keyRing, body.password, telephonyPasswordContext(current))
        : current.senha_cifra,
      timeout_ms: body.timeout ?? current.timeout_ms,
      is_active: body.is_active ?? current.is_active,
    });
    await record(db, actor, 'asterisk_alterado', row, {
      nome: row.name,
      ...diffOf(shownOf(current), shownOf(row)),
      senhaTrocada: Boolean(body.password),
    });
    return row;
  });
}

/**
 * Deactivates a configuration. Idempotent.
 * @throws AppError nao_encontrado
 */
export function deactivateConfig(
  deps: AppDeps,
  scope: Scope,
  id: string,
  actor: Actor,
): Promise<AsteriskConfigWire> {
  return editConfig(deps, scope, id, async (db, current) => {
    if (!current.is_active) return current;
    const row = await updateConfig(db, scope, { ...current, is_active: false });
    await record(db, actor, 'asterisk_desativado', row, { nome: row.name });
    return row;
  });
}

async function runTest(
  deps: AppDeps,
  server: AriServer,
  target: { id: string | null; empresaId: string },
  actor: Actor,
): Promise<{ success: true; message: string; versao: string | null }> {
  const log = (detalhes: Record<string, unknown>) =>
    record(
      deps.db,
      actor,
      'asterisk_testado',
      { id: target.id, empresa_id: target.empresaId, asterisk_url: server.url },
      detalhes,
    );
  try {
    const { versao } = await testAri(deps.telephonyNetwork, server);
    await log({ sucesso: true });
    return { success: true, message: 'Conexão testada com sucesso!', versao };
  } catch (error) {
    if (error instanceof AppError) await log({ sucesso: false, motivo: error.message });
    throw error;
  }
}

/**
 * Tests the connection to the server of a saved configuration; logs the result.
 * @throws AppError nao_encontrado, endereco_recusado, telefonia_falhou
 */
export async function testConfig(deps: AppDeps, scope: Scope, id: string, actor: Actor) {
  const row = await findConfig(deps.db, scope, id);
  if (!row) throw notFound();
  const server = ariServerOf(deps.keyRing, row);
  return runTest(deps, server, { id: row.id, empresaId: row.empresa_id }, actor);
}

/**
 * Tests the connection to a server whose configuration is not saved; logs the result.
 * @throws AppError endereco_recusado, telefonia_falhou
 */
export function testUnsaved(
  deps: AppDeps,
  empresaId: string,
  body: BodyOf<typeof contracts.testUnsavedAsteriskConfig>,
  actor: Actor,
) {
  const { username, password, timeout } = body;
  const server: AriServer = { url: keptUrl(body.url), username, password, timeoutMs: timeout };
  return runTest(deps, server, { id: null, empresaId }, actor);
}
