import type { Db } from '@escuta/prisma/db';
import type { EstadoCelula } from '../../domain/interview/comparison/sheet-cell.ts';
import type { RespostaDigitada } from '../../domain/interview/confront/confront.ts';
import type { ConteudoVersao } from '../../domain/interview/questionnaire/questionnaire.ts';
import type { EntrevistaDeEntrada } from '../../domain/runs/stage-inputs.ts';

export type EntrevistaAuditada = {
  entrevistaId: string;
  pesquisaId: string;
  versaoId: string;
  conteudo: ConteudoVersao;
  /** The interview's row in its sheet; null: the interview is from no sheet. */
  linhaPlanilha: number | null;
  /** Answers by question id, with unread cells. */
  digitadas: ReadonlyMap<string, RespostaDigitada>;
};

type Row = {
  entrevistaId: string;
  pesquisaId: string;
  versaoId: string;
  conteudo: ConteudoVersao;
  linhaPlanilha: number | null;
  respostas: { perguntaId: string; opcoes: string[]; texto: string | null; estado: EstadoCelula | null }[];
};

/** An interview with at least one question; null: nothing to compare. */
export async function readAuditedInterview(db: Db, itemId: string): Promise<EntrevistaAuditada | null> {
  const { rows } = await db.query<Row>({
    name: 'interview_audited',
    text: `select e.id as "entrevistaId", e.pesquisa_id as "pesquisaId", v.id as "versaoId", v.conteudo,
             case when e.origem = 'planilha' then e.linha_planilha end as "linhaPlanilha",
             (select coalesce(json_agg(json_build_object('perguntaId', r.pergunta_id, 'opcoes', r.opcoes,
                'texto', r.texto_resposta, 'estado', r.celula_estado) order by r.pergunta_id), '[]')
              from respostas r where r.entrevista_id = e.id) as respostas
           from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
           join questionario_versoes v on v.id = e.questionario_versao_id
           where i.id = $1 and i.tipo_item = 'entrevista'`,
    values: [itemId],
  });
  const row = rows[0];
  if (!row || row.conteudo.perguntas.length === 0) return null;
  const { respostas, ...rest } = row;
  return {
    ...rest,
    digitadas: new Map(
      respostas.map(({ perguntaId, opcoes, texto, estado }) => [
        perguntaId,
        { opcoes, texto: texto ?? '', estado },
      ]),
    ),
  };
}

/** Input of stage `confronto`, without unread cells, which models do not judge. */
export function interviewInput(entrevista: EntrevistaAuditada | null): EntrevistaDeEntrada | null {
  if (!entrevista) return null;
  return {
    versaoId: entrevista.versaoId,
    digitadas: [...entrevista.digitadas].flatMap(([perguntaId, { opcoes, texto, estado }]) =>
      estado ? [] : [{ perguntaId, opcoes, texto }],
    ),
  };
}
