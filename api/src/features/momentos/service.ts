import { randomBytes } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/momentos';
import { AppError } from '@escuta/shared/domain/errors';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { MOMENTO_INEXISTENTE, MOMENTOS_EM_VIGOR_MAX } from '@escuta/shared/domain/recordings/moment';
import type { Scope } from '@escuta/shared/domain/scope';
import { notify } from '@escuta/shared/platform/database/notify';
import { hashLinkToken } from '@escuta/shared/services/accounts/password-links';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { MOMENT_CHANNEL } from '@escuta/shared/services/recordings/moments';
import { describeExcerpt } from '../../access/accesses.ts';
import type { Reader } from '../../access/accesses-repo.ts';
import type { AppDeps } from '../../deps.ts';
import { answerObject, type BytesAnswer } from '../../http/object-bytes.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  countInForce,
  findByToken,
  findMomento,
  type ItemParaMomento,
  insertMomento,
  listOfItem,
  lockItem,
  type MomentoAberto,
  type MomentoRow,
  readSaid,
  revoke,
} from './repo.ts';

const present = (row: MomentoRow): contracts.MomentoWire => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expira_em: row.expira_em.toISOString(),
  revogado_em: row.revogado_em?.toISOString() ?? null,
  ouvido_em: row.ouvido_em?.toISOString() ?? null,
});

const noItem = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
const noMoment = () => new AppError('nao_encontrado', 'Link não encontrado.');

/**
 * Checks that an item has sound at a moment.
 * @throws AppError regra_violada (no consent, or the moment starts after the recording's end), sem_arquivo (no
 * recording)
 */
function assertHasMoment(
  item: ItemParaMomento,
  { inicio_ms: inicio }: BodyOf<typeof contracts.createMomento>,
): asserts item is ItemParaMomento & { arquivoPath: string } {
  if (profileOf(item.tipoItem) === 'entrevista' && item.consentimento !== 'aceito') {
    throw new AppError(
      'regra_violada',
      'Para compartilhar um momento desta entrevista, o consentimento do entrevistado para gravar precisa estar registrado.',
    );
  }
  if (item.arquivoPath === null) {
    throw new AppError(
      'sem_arquivo',
      `Esta ${PROFILES[profileOf(item.tipoItem)].pagina.nome} não tem gravação: não há momento para compartilhar.`,
    );
  }
  if (item.gravacaoMs !== null && inicio >= item.gravacaoMs) {
    throw new AppError('regra_violada', 'O trecho começa depois do fim da gravação.');
  }
}

/**
 * Creates a link to a call's moment, and asks a worker to cut the moment's sound. Only this answer has the secret.
 * @throws AppError nao_encontrado, regra_violada, sem_arquivo, conflito (too many links in force)
 */
export function share(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  body: BodyOf<typeof contracts.createMomento>,
): Promise<ResponseOf<typeof contracts.createMomento>['data']> {
  const { usuarioId } = actor;
  if (usuarioId === null)
    throw new AppError(
      'sem_permissao',
      'Uma chave de API não compartilha momentos: entre na Escuta e crie o link.',
    );
  const token = randomBytes(32).toString('base64url');
  return deps.db.transaction(async (tx) => {
    const item = await lockItem(tx, session.scope, itemId);
    if (!item) throw noItem();
    assertHasMoment(item, body);
    if ((await countInForce(tx, item.id)) >= MOMENTOS_EM_VIGOR_MAX) {
      throw new AppError(
        'conflito',
        `Já há ${MOMENTOS_EM_VIGOR_MAX} links em vigor. Revogue um deles antes de criar outro.`,
      );
    }
    const id = await insertMomento(tx, item, {
      inicioMs: body.inicio_ms,
      fimMs: item.gravacaoMs === null ? body.fim_ms : Math.min(body.fim_ms, item.gravacaoMs),
      comFrase: body.com_frase,
      dias: body.validade_dias,
      tokenHash: hashLinkToken(token),
      usuarioId,
    });
    const row = (await findMomento(tx, session.scope, { itemId, id })) as MomentoRow;
    await recordAction(tx, {
      ...actor,
      empresaId: item.empresaId,
      acao: 'momento_compartilhado',
      recurso: 'momento',
      recursoId: id,
      detalhes: {
        item_id: item.id,
        projeto_id: item.projetoId,
        inicio_ms: row.inicio_ms,
        fim_ms: row.fim_ms,
        com_frase: row.com_frase,
        expira_em: row.expira_em.toISOString(),
      },
    });
    await notify(tx, MOMENT_CHANNEL);
    const path = `/momento#${token}`;
    return { momento: present(row), url: publicLink(deps.env, path) ?? path };
  });
}

/**
 * The links of a call, newest first.
 * @throws AppError nao_encontrado
 */
export async function momentsOf(
  deps: AppDeps,
  scope: Scope,
  itemId: string,
): Promise<contracts.MomentoWire[]> {
  const rows = await listOfItem(deps.db, scope, itemId);
  if (!rows) throw noItem();
  return rows.map(present);
}

/**
 * Revokes a link, unless already revoked.
 * @throws AppError nao_encontrado
 */
export function withdraw(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  which: { itemId: string; id: string },
): Promise<contracts.MomentoWire> {
  const { usuarioId } = actor;
  if (usuarioId === null)
    throw new AppError(
      'sem_permissao',
      'Uma chave de API não revoga links: entre na Escuta e revogue o link.',
    );
  return deps.db.transaction(async (tx) => {
    const item = await lockItem(tx, session.scope, which.itemId);
    if (!item) throw noMoment();
    if (await revoke(tx, item.empresaId, { ...which, usuarioId })) {
      await recordAction(tx, {
        ...actor,
        empresaId: item.empresaId,
        acao: 'momento_revogado',
        recurso: 'momento',
        recursoId: which.id,
        detalhes: { item_id: item.id, projeto_id: item.projetoId },
      });
    }
    const row = await findMomento(tx, session.scope, which);
    if (!row) throw noMoment();
    return present(row);
  });
}

// ───────────────────────────── playback by the link ─────────────────────────────

const readerOf = ({ id }: MomentoAberto, enderecoIp: string): Reader => ({
  via: 'link',
  viaId: id,
  usuarioId: null,
  enderecoIp,
  administrador: false,
});

/**
 * Finds the link of a token; gives the same error for all invalid tokens.
 * @throws AppError nao_encontrado
 */
async function requireMoment(deps: AppDeps, token: string): Promise<MomentoAberto> {
  const found = await findByToken(deps.db, hashLinkToken(token));
  if (!found) throw new AppError('nao_encontrado', MOMENTO_INEXISTENTE);
  return found;
}

const SOM = { pendente: 'preparando', pronto: 'pronto', falhou: 'falhou' } as const;

/**
 * The moment of a link; logs the display of its words as an access.
 * @throws AppError nao_encontrado, indisponivel
 */
export async function openByLink(
  deps: AppDeps,
  token: string,
  enderecoIp: string,
): Promise<ResponseOf<typeof contracts.openMomento>['data']> {
  const found = await requireMoment(deps, token);
  const frases = found.comFrase ? await readSaid(deps.db, found) : [];
  if (frases.length > 0) {
    const excerpt = { ...describeExcerpt('item', found.itemId), empresaId: found.empresaId };
    await deps.accesses.write(readerOf(found, enderecoIp), [excerpt]);
  }
  return {
    empresa: found.empresa,
    inicio_da_ligacao: found.inicioDaLigacao?.toISOString() ?? null,
    inicio_precisao: found.inicioPrecisao,
    duracao_ms: found.fimMs - found.inicioMs,
    expira_em: found.expiraEm.toISOString(),
    som: SOM[found.situacao],
    frases,
  };
}

/**
 * The sound of a link's moment.
 * @throws AppError nao_encontrado, conflito (not cut yet, or cutting failed), indisponivel
 */
export async function hearByLink(deps: AppDeps, token: string, enderecoIp: string): Promise<BytesAnswer> {
  const found = await requireMoment(deps, token);
  if (found.chaveObjeto === null || found.tamanho === null) {
    throw new AppError(
      'conflito',
      found.situacao === 'falhou'
        ? 'O som deste trecho não pôde ser preparado. Peça outro link à pessoa que enviou este.'
        : 'O som deste trecho ainda está sendo preparado. Tente de novo em instantes.',
    );
  }
  const answer = await answerObject(
    deps,
    {
      // The secret comes in the body of a POST, so that no address or log contains it; the answer is the same as to a
      // GET.
      method: 'GET',
      range: undefined,
      ifRange: undefined,
      ifNoneMatch: undefined,
      porLink: false,
      quem: readerOf(found, enderecoIp),
    },
    {
      key: found.chaveObjeto,
      size: found.tamanho,
      contentType: 'audio/mpeg',
      etag: `"${found.sha256}"`,
      disposition: 'inline',
      acesso: { tipo: 'som', alvo: 'item', id: found.itemId, empresaId: found.empresaId },
    },
  );
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}
