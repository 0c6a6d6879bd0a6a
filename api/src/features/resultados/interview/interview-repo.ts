// SQL: a single statement reads an interview's part of a dossier as a snapshot; PostgreSQL builds its JSON.

import type { Db } from '@escuta/prisma/db';
import { chosenOptions, typedText } from '@escuta/shared/domain/interview/comparison/typed-text';
import { type ConteudoVersao, wholeText } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, int, isoTime, sql } from '@escuta/shared/platform/database/sql';
import { wholeTextOf } from '../../../field/stored-questions.ts';
import type { EntrevistaDoDossie, PerguntaDoDossie } from './interview-content.ts';

/** Greatest number of events of a device's log in a dossier. */
const EVENTOS = 400;

const PROOFS = sql`(select coalesce(jsonb_agg(jsonb_build_object('sobre', v.sobre, 'citacao', v.citacao, 'verificada',
  v.verificada,
    'inicio_ms', v.start_ms) order by v.ordem), '[]') from confronto_evidencias v where v.confronto_id = c.id)`;
const REVIEWS = sql`(select coalesce(jsonb_agg(jsonb_build_object('veredito', w.veredito, 'motivo', w.motivo,
  'observacao', w.observacao,
    'por', coalesce(u.nome, u.email), 'em', ${isoTime(sql`w.created_at`)}, 'em_vigor', w.em_vigor,
    'desfeita_em', ${isoTime(sql`w.desfeita_em`)}) order by w.created_at, w.id), '[]')
  from confronto_revisoes w left join usuarios u on u.id = w.usuario_id where w.confronto_id = c.id)`;
const QUESTIONS = sql`(select coalesce(jsonb_agg(jsonb_build_object('codigo', q.q ->> 'codigo', 'texto',
  ${wholeTextOf(sql`q.q`)},
    'digitado', c.digitado, 'celula', case when c.planilha is not null then (select s.celula from respostas s
      where s.entrevista_id = c.entrevista_id and s.pergunta_id = c.pergunta_id) end, 'ouvido', c.falado,
    'veredito', coalesce(c.veredito_pessoa, c.veredito), 'veredito_ia', c.veredito,
    'veredito_inicial', coalesce(c.veredito_inicial, c.veredito), 'provas', ${PROOFS}, 'revisoes', ${REVIEWS})
      order by c.ordem), '[]')
  from confrontos c join jsonb_array_elements(v.conteudo -> 'perguntas') q (q) on q.q ->> 'id' = c.pergunta_id::text
  where c.item_id = i.id and c.execucao_id = x.id)`;
/** Position of the consent in the joined recording, ms; computed from its position in one of the recording's parts. */
const CONSENT_AT = sql`(select g.inicio_ms + z.audio_ms - g.som_ms from entrevista_eventos z join entrevista_gravacoes g
    on g.entrevista_id = z.entrevista_id and g.gravacao = z.gravacao and g.som_ms <= z.audio_ms
      and z.audio_ms <= g.som_ms + g.duracao_ms
  where z.entrevista_id = e.id and z.fonte = 'aparelho' and z.tipo = 'consentimento'
    order by z.seq desc, g.n desc limit 1)`;
const LOG = sql`(select coalesce(jsonb_agg(jsonb_build_object('tipo', z.tipo, 'aos_ms', z.mono_ms, 'motivo', z.motivo)
  order by z.seq), '[]')
  from (select * from entrevista_eventos z where z.entrevista_id = e.id and z.fonte = 'aparelho'
    and z.mono_ms is not null
    and z.tipo in ('iniciada', 'consentimento', 'pausa', 'retomada', 'gravacao_iniciada', 'gravacao_interrompida',
      'sem_espaco',
      'relogio_mudou', 'interrompida', 'encerrada', 'finalizada') order by z.seq limit ${int(EVENTOS)}) z)`;

const DECISIONS = sql`(select coalesce(jsonb_agg(jsonb_build_object('de', h.de, 'para', h.para, 'motivo', h.motivo,
  'origem', h.origem,
    'por', coalesce(u.nome, u.email), 'em', ${isoTime(sql`h.created_at`)}) order by h.n), '[]')
  from entrevista_revisoes h left join usuarios u on u.id = h.usuario_id where h.entrevista_id = e.id)`;
const TRIES = sql`(select coalesce(jsonb_agg(jsonb_build_object('resultado', t.resultado, 'nota', t.nota, 'por',
  coalesce(u.nome, u.email),
    'em', ${isoTime(sql`t.created_at`)}) order by t.n), '[]')
  from verificacao_tentativas t left join usuarios u on u.id = t.usuario_id where t.verificacao_id = w.id)`;
const VERIFICATION = sql`(select jsonb_build_object('modo', w.modo, 'resultado', w.resultado, 'nota', w.nota,
    'por', coalesce(u.nome, u.email), 'em', ${isoTime(sql`w.feita_em`)}, 'tentativas', ${TRIES})
  from verificacoes w left join usuarios u on u.id = w.feita_por where w.entrevista_id = e.id
    and (w.resultado is not null or exists (select from verificacao_tentativas t where t.verificacao_id = w.id)))`;
const ANSWERS = sql`(select coalesce(jsonb_agg(jsonb_build_object('pergunta_id', s.pergunta_id, 'opcoes', s.opcoes,
    'texto', coalesce(s.texto_resposta, ''), 'celula', s.celula)), '[]') from respostas s
      where s.entrevista_id = e.id)`;
/** Condition: run `x` judged the interview. */
const AUDITED = sql`exists (select from confrontos c where c.item_id = i.id and c.execucao_id = x.id)`;

type Answer = { pergunta_id: string; opcoes: string[]; texto: string; celula: string | null };

/** The questions of an interview without verdicts, as typed. */
const typedQuestions = (conteudo: ConteudoVersao, answers: readonly Answer[]): PerguntaDoDossie[] =>
  conteudo.perguntas.map((pergunta) => {
    const given = answers.find(({ pergunta_id }) => pergunta_id === pergunta.id);
    return {
      codigo: pergunta.codigo,
      texto: wholeText(pergunta),
      digitado: given
        ? typedText(pergunta, { ...given, opcoes: chosenOptions(pergunta, given.opcoes) }) || null
        : null,
      celula: given?.celula ?? null,
      ...{
        ouvido: null,
        veredito: null,
        veredito_ia: null,
        veredito_inicial: null,
        provas: [],
        revisoes: [],
      },
    };
  });

/**
 * An interview's part of a dossier, with the verdicts of run `execucaoId` if that run judged the interview; null if the
 * item is no interview.
 * @param execucaoId null: no run
 */
export async function readInterview(
  db: Db,
  scope: Scope,
  itemId: string,
  execucaoId: string | null,
): Promise<EntrevistaDoDossie | null> {
  const { rows } = await db.sql<{
    entrevista: EntrevistaDoDossie;
    conteudo: unknown;
    respostas: Answer[] | null;
  }>(
    sql`select jsonb_build_object('pesquisa', p.titulo,
      'questionario', jsonb_build_object('nome', k.nome, 'versao', v.numero),
      'entrevistador', ag.nome, 'situacao', e.situacao, 'origem', e.origem, 'recebida_em',
      ${isoTime(sql`e.recebida_em`)},
      'auditada', ${AUDITED}, 'revisao', jsonb_build_object('situacao', e.revisao, 'decisoes', ${DECISIONS}),
      'verificacao', ${VERIFICATION},
      'consentimento', case
        when e.consentimento is not null then jsonb_build_object('resposta', e.consentimento, 'em_ms', ${CONSENT_AT})
        end,
      'perguntas', ${QUESTIONS}, 'registro_aparelho', ${LOG}) as entrevista,
      case when not ${AUDITED} then v.conteudo end as conteudo,
        case when not ${AUDITED} then ${ANSWERS} end as respostas
    from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      left join execucoes x on x.item_id = i.id and x.id = ${execucaoId}::uuid join pesquisas p on p.id = e.pesquisa_id
        join questionario_versoes v on v.id = e.questionario_versao_id
      join questionarios k on k.id = v.questionario_id
      left join agentes ai on ai.id = e.agente_id left join agentes ag on ag.id = coalesce(ai.fundido_em_id, ai.id)
    where i.id = ${itemId}::uuid and ${inScope(scope, sql`i.empresa_id`)}`,
    'dossie_entrevista',
  );
  const row = rows[0];
  if (!row) return null;
  const { entrevista, conteudo, respostas } = row;
  if (respostas === null) return entrevista;
  return { ...entrevista, perguntas: typedQuestions(readStoredVersion(conteudo), respostas) };
}
