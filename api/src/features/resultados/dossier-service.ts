import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { FormatoDossie } from '@escuta/shared/domain/exports/dossier';
import { ALGORITMO, DOSSIE_FORMATO, DOSSIE_VERSAO, dossierFile } from '@escuta/shared/domain/exports/dossier';
import { canonicalJson } from '@escuta/shared/domain/text/canonical-json';
import { VERSION } from '@escuta/shared/domain/version';
import { signText } from '@escuta/shared/services/dossiers/signing-keys';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

import type { Reader } from '../../access/accesses-repo.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { readDossie } from './dossier-repo.ts';
import { viewOf } from './dossier-views.ts';

type Arquivo = { nome: string; tipo: string; bytes: Buffer };

/**
 * The signed dossier of a result, by its id or its run's. Logs the reader; the signed content does not name them.
 * `registrar` false: a HEAD request. @throws AppError nao_encontrado, sem_permissao
 */
export async function dossierOf(
  deps: AppDeps,
  { scope, papel, permissions }: Session,
  { actor, reader }: { actor: Actor; reader: Reader },
  { id, formato, registrar }: { id: string; formato: FormatoDossie; registrar: boolean },
): Promise<Arquivo> {
  const found = await readDossie(deps.db, scope, id);
  if (!found) throw new AppError('nao_encontrado', 'Resultado não encontrado.');
  if (!can(papel, permissions, 'result', 'export')) {
    throw new AppError(
      'sem_permissao',
      'Para exportar, é preciso o direito de exportar dados: um gerente pode concedê-lo.',
    );
  }
  const file = {
    nome: exportName('dossie', found.itemId.slice(0, 8), formato),
    tipo: TIPO_DO_FORMATO[formato],
  };
  if (!registrar) return { ...file, bytes: Buffer.alloc(0) };
  const dossie = {
    formato: DOSSIE_FORMATO,
    versao: DOSSIE_VERSAO,
    gerado_em: new Date().toISOString(),
    produto: { nome: 'Escuta', versao: VERSION },
    ...found.dossie,
  };
  const texto = canonicalJson(dossie);
  const { empresaId, itemId } = found;
  await deps.accesses.write(reader, [{ tipo: 'dossie', alvo: 'item', id: itemId, empresaId }]);
  const signed = await deps.db.transaction(async (tx) => {
    const made = await signText(tx, deps.keyRing, texto);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'dossie_exportado',
      recurso: 'auditoria_item',
      recursoId: itemId,
      detalhes: { formato, chave: made.chave },
    });
    return made;
  });
  const bytes =
    formato === 'json'
      ? Buffer.from(
          dossierFile({
            dossie,
            assinatura: { algoritmo: ALGORITMO, valor: signed.assinatura },
            chave: { id: signed.chave, publica: signed.publica },
          }),
        )
      : await viewOf(formato, {
          dossie,
          texto,
          assinatura: signed.assinatura,
          chave: signed.chave,
          endereco: (deps.env.PUBLIC_URL ?? '').replace(/\/+$/, ''),
        });
  return { ...file, bytes };
}
