import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/campo';
import type { AparelhoWire } from '@escuta/shared/contracts/surveys/campo';
import { isFieldOnly } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { hmacHex, newDeviceSecret } from '@escuta/shared/platform/crypto/crypto';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { isManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import { signReading } from '../../sign-in/reading-credential.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentAparelho, situacaoOf } from './present.ts';
import {
  findAparelho,
  listAparelhos,
  markRevoked,
  markToErase,
  noteContact,
  ownerOf,
  publishedOf,
  readWho,
  saveRegistro,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Aparelho não encontrado.');

type Registrado = ResponseOf<typeof contracts.registerAparelho>['data'];

/**
 * Authorises a device for the signed-in person. Repeating the call replaces the device's credential.
 * @throws AppError nao_encontrado (device of another company), conflito (device of another person)
 */
export async function registerDevice(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, nome }: BodyOf<typeof contracts.registerAparelho>,
): Promise<Registrado> {
  const { empresaId, membroId, usuarioId } = session;
  if (membroId === null || usuarioId === null) throw new Error('a device is authorised by a person');
  const segredo = newDeviceSecret();
  const registered = await deps.db.transaction(async (tx) => {
    const owner = await ownerOf(tx, id);
    if (owner && owner.empresa_id !== empresaId) throw notFound();
    const hmac = hmacHex(deps.env.API_KEY_HMAC_SECRET, segredo);
    const saved = await saveRegistro(tx, { id, empresaId, membroId, usuarioId, nome, hmac });
    if (!saved) {
      throw new AppError(
        'conflito',
        'Este aparelho já está autorizado para outra pessoa e guarda os dados dela. Use outro aparelho.',
      );
    }
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'aparelho_autorizado',
      recurso: 'aparelho',
      recursoId: id,
      detalhes: { renovado: owner !== null },
    });
    return { ...saved, ...(await readWho(tx, { empresaId, usuarioId })) };
  });
  deps.sessions.announce(id);
  return {
    id,
    segredo,
    autorizado_ate: registered.autorizado_ate.toISOString(),
    empresa: { id: empresaId, nome: registered.empresa },
    usuario: { id: usuarioId, nome: registered.usuario },
    so_campo: session.soCampo,
  };
}

/** Id of the person whose devices the caller manages; null for a manager, who manages all devices. */
const ownOnly = (session: Session): string | null => (isManager(session) ? null : session.usuarioId);

/** The devices that the caller manages, in the caller's company. */
export async function devicesOf(deps: AppDeps, session: Session): Promise<AparelhoWire[]> {
  return (await listAparelhos(deps.db, session.ownScope, ownOnly(session))).map(presentAparelho);
}

/**
 * Revokes a device at once in every process. `apagar`: also orders the device to erase its data.
 * @throws AppError nao_encontrado
 */
export async function endDevice(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { apagar }: { apagar: boolean },
): Promise<AparelhoWire> {
  const row = await deps.db.transaction(async (tx) => {
    const marked = await (apagar ? markToErase : markRevoked)(tx, session.scope, id, ownOnly(session));
    if (!marked) throw notFound();
    await recordAction(tx, {
      ...actor,
      empresaId: marked.empresa_id,
      acao: apagar ? 'aparelho_apagado' : 'aparelho_revogado',
      recurso: 'aparelho',
      recursoId: id,
      detalhes: { pendentes: marked.pendentes },
    });
    return marked;
  });
  deps.sessions.announce(id);
  return presentAparelho(row);
}

/**
 * Lets a manager send a device's export in the device's place, with a separate credential for the device's routes. The
 * log of the device's company names the manager.
 * @throws AppError nao_encontrado, conflito (the device's company is inactive)
 */
export async function openReading(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { exportado_em, entrevistas }: BodyOf<typeof contracts.readExportacao>,
): Promise<ResponseOf<typeof contracts.readExportacao>['data']> {
  const { signer } = session;
  if (signer.kind !== 'membro') throw new Error('an export is read by a person');
  const row = await findAparelho(deps.db, session.scope, id);
  if (!row) {
    throw new AppError('nao_encontrado', 'O aparelho que exportou este arquivo não é desta empresa.');
  }
  if (!(await deps.sessions.companyInUse(row.empresa_id))) {
    throw new AppError('conflito', 'A empresa deste aparelho está arquivada e não recebe dados dele.');
  }
  await deps.db.transaction((tx) =>
    recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'exportacao_lida',
      recurso: 'aparelho',
      recursoId: row.id,
      detalhes: { exportado_em: new Date(exportado_em).toISOString(), entrevistas },
    }),
  );
  const { membroId, versao } = signer;
  const { credencial, valeAte } = signReading(deps.env.URL_SIGNING_SECRET, {
    aparelhoId: row.id,
    membroId,
    versao,
  });
  return {
    credencial,
    vale_ate: valeAte.toISOString(),
    aparelho: { id: row.id, nome: row.nome },
    usuario: { id: row.usuario_id, nome: row.usuario_nome ?? '' },
  };
}

/**
 * Records a device's contact; answers with the device's state and the versions published for its questionnaires.
 * @throws AppError nao_encontrado for an unknown credential
 */
export async function contactOf(
  deps: AppDeps,
  { segredo, pendentes, apagado, questionarios }: BodyOf<typeof contracts.touchAparelho>,
): Promise<ResponseOf<typeof contracts.touchAparelho>['data']> {
  const hmac = hmacHex(deps.env.API_KEY_HMAC_SECRET, segredo);
  const row = await noteContact(deps.db, hmac, { pendentes, apagado });
  if (!row) throw notFound();
  const situacao = situacaoOf(row);
  const begins = situacao === 'ativo' && row.membro_ativo && questionarios.length > 0;
  const versoes = begins ? await publishedOf(deps.db, companyScope(row.empresa_id), questionarios) : [];
  return {
    agora: Date.now(),
    situacao,
    versoes: versoes.map(({ publicada_em, ...versao }) => ({
      ...versao,
      publicada_em: publicada_em.toISOString(),
    })),
    autorizado_ate: row.autorizado_ate.toISOString(),
    membro_ativo: row.membro_ativo,
    empresa_ativa: row.empresa_ativa,
    so_campo: isFieldOnly(row.papel ?? 'usuario', row.direitos),
    folha: row.folha,
  };
}
