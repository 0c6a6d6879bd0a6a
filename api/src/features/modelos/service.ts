import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/modelos';
import type { ModeloWire, PrecoWire, ProtocoloWire } from '@escuta/shared/contracts/insights/modelos';
import { AppError } from '@escuta/shared/domain/errors';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import {
  type AlvoModelo,
  type CapacidadesCatalogo,
  resolveModel,
} from '@escuta/shared/domain/runs/default-models';
import {
  capabilitySource,
  getTranscriptionCapabilities,
  type ProtocoloDeclarado,
} from '@escuta/shared/domain/runs/model-capabilities';
import { askServer } from '@escuta/shared/platform/http/ask-server';
import { cacheChannel } from '@escuta/shared/queues/pipeline';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { isMakersAddress, isProviderConfigured } from '@escuta/shared/services/runs/model-catalog';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { describeCapabilities, shutdownNotice } from './model-description.ts';
import {
  countUses,
  deletePrice,
  insertPrice,
  insertRow,
  listPrices,
  listRows,
  lockRow,
  type ModeloRow,
  type PrecoRow,
  unitsThatCost,
  updateRow,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Modelo não encontrado.');

/** The date from which the maker no longer offers a model; null if unknown. */
const makersEnd = (row: Pick<ModeloRow, 'finalidade' | 'modelo'>) =>
  row.finalidade === 'transcricao' ? getTranscriptionCapabilities(row.modelo).encerraEm : null;

function noticeOf(row: ModeloRow, now: Date): string | null {
  return shutdownNotice(row.desativadoEm ?? makersEnd(row), {
    now,
    sucessor: row.capacidades.sucessor?.modelo ?? null,
  });
}

export const presentPreco = (row: PrecoRow): PrecoWire => ({
  ...row,
  vigenteDe: row.vigenteDe.toISOString(),
  vigenteAte: row.vigenteAte?.toISOString() ?? null,
});

function presentModelo(deps: AppDeps, row: ModeloRow, prices: readonly PrecoRow[], now: Date): ModeloWire {
  const { capacidades, updatedAt, desativadoEm, ...rest } = row;
  const end = desativadoEm ?? makersEnd(row);
  return {
    ...rest,
    sucessor: capacidades.sucessor ?? null,
    alternativa: capacidades.alternativa ?? null,
    desativadoEm: end,
    origemDesativacao: desativadoEm ? 'catalogo' : end ? 'fabricante' : null,
    configurado: isProviderConfigured(deps.env, row.provedor),
    capacidades: describeCapabilities(row.finalidade, row.modelo, capacidades.protocolo),
    protocolo: capacidades.protocolo ?? null,
    origemCapacidades: capabilitySource(row.finalidade, row.modelo, capacidades.protocolo),
    aviso: noticeOf(row, now),
    precos: prices
      .filter(({ provedor, modelo }) => provedor === row.provedor && modelo === row.modelo)
      .map(presentPreco),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The labels to choose from, with their present targets. */
export async function optionsOf(deps: AppDeps, finalidade: ModeloRow['finalidade'] | undefined) {
  const now = new Date();
  const rows = await listRows(deps.db);
  return rows
    .filter((row) => row.ativo && (finalidade === undefined || row.finalidade === finalidade))
    .map((row) => {
      const found = resolveModel(row, {
        configured: (name) => isProviderConfigured(deps.env, name),
        encerraEm: () => makersEnd(row),
        now,
      });
      return {
        rotulo: row.rotulo,
        finalidade: row.finalidade,
        chama: found.ok ? { provedor: found.modelo.provedor, modelo: found.modelo.modelo } : null,
        aviso: found.ok
          ? (found.modelo.observacao ?? noticeOf(row, now))
          : 'O provedor deste modelo não está configurado nesta instalação.',
      };
    });
}

export async function catalogueOf(deps: AppDeps): Promise<ModeloWire[]> {
  const [rows, prices] = await Promise.all([listRows(deps.db), listPrices(deps.db)]);
  const now = new Date();
  return rows.map((row) => presentModelo(deps, row, prices, now));
}

function dropUndefined(given: ProtocoloWire): ProtocoloDeclarado {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as ProtocoloDeclarado;
}

const UNIDADES: Record<ModeloRow['finalidade'], readonly UnidadePreco[]> = {
  transcricao: ['minuto_audio'],
  texto: ['token_entrada', 'token_saida'],
};

/**
 * Adds a price and logs it.
 * @throws AppError conflito: another price begins at that instant
 */
async function writePrice(db: Db, actor: Actor, price: Parameters<typeof insertPrice>[1]): Promise<PrecoRow> {
  const added = await insertPrice(db, price);
  if (!added) throw new AppError('conflito', 'Já há um preço com esse mesmo início. Informe outro início.');
  await recordAction(db, {
    ...actor,
    empresaId: null,
    acao: 'preco_alterado',
    recurso: 'preco_catalogo',
    recursoId: added.id,
    detalhes: { ...price, vigenteDe: price.vigenteDe.toISOString() },
  });
  return added;
}

/** Sets the price of a model on the installation's own server to 0 from now on, even if its name has a list price. */
async function priceAtNothing(
  db: Db,
  actor: Actor,
  { finalidade, ...alvo }: AlvoModelo & Pick<ModeloRow, 'finalidade'>,
): Promise<void> {
  const vigenteDe = new Date();
  for (const unidade of await unitsThatCost(db, alvo, UNIDADES[finalidade], vigenteDe)) {
    await writePrice(db, actor, { ...alvo, unidade, precoUsd: '0', vigenteDe });
  }
}

/**
 * Requests a model's data from the installation's server.
 * @throws AppError regra_violada: the server belongs to a maker, or does not answer
 */
export async function askServerOf(
  { env }: AppDeps,
  {
    provedor,
    ...wanted
  }: { provedor: AlvoModelo['provedor']; modelo: string; finalidade: ModeloRow['finalidade'] },
) {
  const [baseURL, apiKey] =
    provedor === 'openai'
      ? [env.OPENAI_BASE_URL, env.OPENAI_API_KEY]
      : [env.ANTHROPIC_BASE_URL, env.ANTHROPIC_API_KEY];
  if (isMakersAddress(baseURL)) {
    throw new AppError(
      'regra_violada',
      `${provedor.toUpperCase()}_BASE_URL é o endereço do fabricante: as capacidades são definidas pelo nome do modelo. Consulte só servidores próprios.`,
    );
  }
  const found = await askServer({ baseURL, apiKey }, wanted);
  if (!found) {
    throw new AppError(
      'regra_violada',
      `O servidor de IA em ${new URL(baseURL).host} não respondeu. Confira ${provedor.toUpperCase()}_BASE_URL, ou preencha os campos.`,
    );
  }
  return found;
}

function capacidadesOf(body: {
  sucessor: CapacidadesCatalogo['sucessor'] | null;
  alternativa: CapacidadesCatalogo['alternativa'] | null;
  protocolo: ProtocoloWire | null;
}): CapacidadesCatalogo {
  return {
    ...(body.protocolo ? { protocolo: dropUndefined(body.protocolo) } : {}),
    ...(body.sucessor ? { sucessor: body.sucessor } : {}),
    ...(body.alternativa ? { alternativa: body.alternativa } : {}),
  };
}

/**
 * Makes every worker reload the catalogue. Does not await the message, because the change is committed, and without
 * Redis the workers reload within half a minute.
 */
function announce(deps: AppDeps): void {
  deps.redis.publish(cacheChannel(deps.env.REDIS_PREFIX), '').catch((error: unknown) => {
    deps.log.warn({ err: error }, 'O catálogo mudou sem aviso aos workers: valerá quando o relerem');
  });
}

async function afterChange(deps: AppDeps, id: string): Promise<ModeloWire> {
  announce(deps);
  const found = (await catalogueOf(deps)).find((row) => row.id === id);
  if (!found) throw notFound();
  return found;
}

/** Adds a label, the catalogue's name for a provider's model. @throws AppError conflito */
export async function addModelo(
  deps: AppDeps,
  actor: Actor,
  { sucessor, alternativa, protocolo, ...body }: BodyOf<typeof contracts.createModelo>,
): Promise<ModeloWire> {
  const id = await deps.db.transaction(async (tx) => {
    const capacidades = capacidadesOf({ sucessor, alternativa, protocolo });
    const added = await insertRow(tx, { ...body, capacidades });
    if (!added) throw new AppError('conflito', `O rótulo “${body.rotulo}” já está no catálogo.`);
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'modelo_alterado',
      recurso: 'modelo_catalogo',
      recursoId: added,
      detalhes: { criado: { ...body, sucessor, alternativa, protocolo } },
    });
    if (protocolo?.proprio) await priceAtNothing(tx, actor, body);
    return added;
  });
  return afterChange(deps, id);
}

/**
 * Changes a label's target, the provider's model for which the label stands.
 * @throws AppError nao_encontrado, regra_violada (switched off while in use)
 */
export async function changeModelo(
  deps: AppDeps,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateModelo>,
): Promise<ModeloWire> {
  await deps.db.transaction(async (tx) => {
    const row = await lockRow(tx, id);
    if (!row) throw notFound();
    if (body.ativo === false && row.ativo) {
      const uses = await countUses(tx, row.rotulo);
      if (uses > 0) {
        throw new AppError(
          'regra_violada',
          `O rótulo “${row.rotulo}” está em uso em ${uses === 1 ? '1 lugar' : `${uses} lugares`} (templates ou configurações). Troque o rótulo antes de desativar este modelo.`,
        );
      }
    }
    const alvo = { provedor: body.provedor ?? row.provedor, modelo: body.modelo ?? row.modelo };
    const another = alvo.provedor !== row.provedor || alvo.modelo !== row.modelo;
    // The declared `protocolo` describes the old model only, so another model starts without a protocol.
    const said = body.protocolo === undefined && another ? null : body.protocolo;
    await updateRow(tx, id, {
      ...alvo,
      ativo: body.ativo ?? row.ativo,
      desativadoEm: body.desativadoEm === undefined ? row.desativadoEm : body.desativadoEm,
      capacidades: {
        sucessor: body.sucessor,
        alternativa: body.alternativa,
        protocolo: said ? dropUndefined(said) : said,
      },
    });
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'modelo_alterado',
      recurso: 'modelo_catalogo',
      recursoId: id,
      detalhes: { rotulo: row.rotulo, ...diffOf({ ...row, ...row.capacidades }, body) },
    });
    if (said?.proprio) await priceAtNothing(tx, actor, { ...alvo, finalidade: row.finalidade });
  });
  return afterChange(deps, id);
}

/**
 * Adds a price.
 * @throws AppError regra_violada (in the past), conflito (another price begins at that instant)
 */
export async function addPreco(
  deps: AppDeps,
  actor: Actor,
  { vigenteDe, ...body }: BodyOf<typeof contracts.createPreco>,
): Promise<PrecoWire> {
  const from = vigenteDe === undefined ? new Date() : new Date(vigenteDe);
  // Allows a start up to a minute ago, because clocks differ; an earlier start would change past bills.
  if (from.getTime() < Date.now() - 60_000) {
    throw new AppError(
      'regra_violada',
      'O preço não pode começar em uma data passada: os custos já lançados não mudam.',
    );
  }
  const row = await deps.db.transaction((tx) => writePrice(tx, actor, { ...body, vigenteDe: from }));
  announce(deps);
  return presentPreco(row);
}

/**
 * Deletes a planned price.
 * @throws AppError nao_encontrado, regra_violada (the price has begun)
 */
export async function removePreco(deps: AppDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await deletePrice(tx, id);
    if (row === null) throw new AppError('nao_encontrado', 'Preço não encontrado.');
    if (row === 'vigente') {
      throw new AppError('regra_violada', 'Este preço já entrou em vigor: cadastre um novo preço.');
    }
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'preco_alterado',
      recurso: 'preco_catalogo',
      recursoId: id,
      detalhes: { desistiu: presentPreco(row) },
    });
  });
  announce(deps);
}
