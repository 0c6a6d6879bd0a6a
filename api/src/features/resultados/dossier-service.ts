import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { FormatoDossie, IdentificacaoDossie } from '@escuta/shared/domain/exports/dossier';
import { DOSSIE_FORMATO, DOSSIE_VERSAO } from '@escuta/shared/domain/exports/dossier';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { VERSION } from '@escuta/shared/domain/version';
import { type DossieFeito, dossierPdf, signDossier } from '@escuta/shared/services/dossiers/dossier-file';
import { signerOf } from '@escuta/shared/services/dossiers/signing-keys';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

import type { Reader } from '../../access/accesses-repo.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import type { ConteudoDoDossie } from './dossier-content.ts';
import { dossierPages } from './dossier-pages.ts';
import { readDossie, readUnaudited } from './dossier-repo.ts';
import { dossierCsv, dossierXlsx } from './dossier-sheets.ts';
import type { EntrevistaDoDossie } from './interview/interview-content.ts';
import { initialsOf, interviewPages } from './interview/interview-pages.ts';
import { readInterview } from './interview/interview-repo.ts';

type Arquivo = { nome: string; tipo: string; bytes: Buffer };

/**
 * The signed dossier of a result, by its id or its run's. Logs the reader, whom the signed content does not name.
 * `registrar`: false for a HEAD request, which is not logged.
 * @throws AppError nao_encontrado, sem_permissao, conflito (the interview is not over)
 */
export async function dossierOf(
  deps: AppDeps,
  { scope, papel, permissions }: Session,
  { actor, reader }: { actor: Actor; reader: Reader },
  {
    id,
    formato,
    identificacao,
    registrar,
  }: { id: string; formato: FormatoDossie; identificacao: IdentificacaoDossie; registrar: boolean },
): Promise<Arquivo> {
  const audited = await readDossie(deps.db, scope, id);
  const unaudited = audited ? null : await readUnaudited(deps.db, scope, id);
  const found = audited ?? unaudited;
  if (!found) throw new AppError('nao_encontrado', 'Resultado não encontrado.');
  if (!can(papel, permissions, 'result', 'export')) {
    throw new AppError(
      'sem_permissao',
      'Para exportar, você precisa da permissão “Exportar dados”: peça a um gerente.',
    );
  }
  if (unaudited?.emAndamento) {
    throw new AppError(
      'conflito',
      'A entrevista está em andamento. Exporte o dossiê depois que ela terminar.',
    );
  }
  const file = {
    nome: exportName('dossie', nameOf(found.dossie, identificacao), formato),
    tipo: TIPO_DO_FORMATO[formato],
  };
  if (!registrar) return { ...file, bytes: Buffer.alloc(0) };
  const { empresaId, itemId } = found;
  const whole = await readInterview(deps.db, scope, itemId, found.dossie.resultado?.execucao_id ?? null);
  const named = whole === null || identificacao === 'completa';
  const conteudo = named ? found.dossie : withoutRespondent(found.dossie);
  const entrevista = named ? whole : withoutNotes(whole);
  await deps.accesses.write(reader, [{ tipo: 'dossie', alvo: 'item', id: itemId, empresaId }]);
  const signer = await deps.db.transaction(async (tx) => {
    const made = await signerOf(tx, deps.keyRing);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'dossie_exportado',
      recurso: 'auditoria_item',
      recursoId: itemId,
      detalhes: { formato, chave: made.chave.id, ...(entrevista ? { identificacao } : {}) },
    });
    return made;
  });
  const made = signDossier(
    {
      formato: DOSSIE_FORMATO,
      versao: DOSSIE_VERSAO,
      gerado_em: new Date().toISOString(),
      produto: { nome: 'Escuta', versao: VERSION },
      ...conteudo,
      ...(entrevista ? { entrevista } : {}),
    },
    signer,
    deps.env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
  );
  return { ...file, bytes: await bytesOf(formato, conteudo, entrevista, made) };
}

/** Adds the call's name, because otherwise all files of a day would have the same name. */
function nameOf(
  { ligacao: { nome, numero, tipo } }: ConteudoDoDossie,
  identificacao: IdentificacaoDossie,
): string {
  if (profileOf(tipo) === 'entrevista' && identificacao === 'iniciais') return initialsOf(nome ?? '');
  return nome ?? numero ?? '';
}

/** An interview without its respondent's data: initials for the name, no phone, and of all words only the quotes. */
function withoutRespondent(conteudo: ConteudoDoDossie): ConteudoDoDossie {
  const { ligacao, gravacao } = conteudo;
  return {
    ...conteudo,
    ligacao: { ...ligacao, nome: ligacao.nome === null ? null : initialsOf(ligacao.nome), numero: null },
    gravacao: gravacao && { ...gravacao, nome: null },
    falas: [],
    analise_texto: null,
  };
}

/** The interview without the note of its verification, which may tell of the respondent. */
function withoutNotes(entrevista: EntrevistaDoDossie): EntrevistaDoDossie {
  const { verificacao } = entrevista;
  if (!verificacao) return entrevista;
  const tentativas = verificacao.tentativas.map((one) => ({ ...one, nota: null }));
  return { ...entrevista, verificacao: { ...verificacao, nota: null, tentativas } };
}

async function bytesOf(
  formato: FormatoDossie,
  conteudo: ConteudoDoDossie,
  entrevista: EntrevistaDoDossie | null,
  made: DossieFeito,
): Promise<Buffer> {
  switch (formato) {
    case 'json':
      return Buffer.from(made.json);
    case 'pdf':
      return dossierPdf(
        entrevista ? interviewPages(conteudo, entrevista) : dossierPages(conteudo, made.provas),
        made,
      );
    case 'xlsx':
      return dossierXlsx(conteudo, entrevista, made.provas);
    case 'csv':
      return dossierCsv(conteudo, entrevista, made.provas);
  }
}
