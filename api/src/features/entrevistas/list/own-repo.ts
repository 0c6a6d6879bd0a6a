// SQL: PostgreSQL computes the start of each interview; the index of the person's interviews gives the page.

import type { Database } from '@escuta/prisma/db';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { Scope } from '@escuta/shared/domain/scope';
import { STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, ofScope, sql } from '@escuta/shared/platform/database/sql';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../../reads/page-repo.ts';

export type EntrevistaPropriaRow = {
  id: string;
  pesquisa: string;
  questionario: string;
  iniciada_em: Date;
  situacao: SituacaoEntrevista;
  desfecho: Desfecho | null;
  recusada: boolean;
  recebida: boolean;
  retida: boolean;
};

/** A page of a person's own interviews, newest arrival first, without the respondents' data. */
export function listOwn(
  db: Database,
  scope: Scope,
  usuarioId: string,
  asked: PageAsked,
): Promise<Page<EntrevistaPropriaRow>> {
  const where = all([ofScope(scope, sql`e.empresa_id`), sql`e.usuario_id = ${usuarioId}::uuid`]);
  return pageOf<EntrevistaPropriaRow>(
    db,
    asked,
    (
      window,
    ) => sql`select e.id, s.titulo as pesquisa, q.nome as questionario, ${STARTED} as iniciada_em, e.situacao,
        e.desfecho, e.consentimento is not distinct from 'recusou' as recusada,
        e.sincronia is distinct from 'parcial' as recebida, e.quarentena is not null as retida
      from entrevistas e join pesquisas s on s.id = e.pesquisa_id join questionarios q on q.id = e.questionario_id
      where ${where} order by e.created_at desc, e.id desc ${window}`,
    sql`entrevistas e where ${where}`,
    { cap: CONTADOS },
  );
}
