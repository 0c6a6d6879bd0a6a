import type { Db } from '@escuta/prisma/db';
import { type AudioFacts, unite } from '@escuta/shared/domain/audio/audio-facts';
import type { Gravacao } from '@escuta/shared/domain/interview/comparison/hearing';
import {
  type Preparo,
  QuoteFinder,
  type SentencaConfrontada,
} from '@escuta/shared/domain/interview/comparison/places';
import { type PapelDaSentenca, readShares, rolesOf } from '@escuta/shared/domain/interview/confront/roles';
import { rolesByVoice, type Voz } from '@escuta/shared/domain/interview/confront/voice-roles';
import type { Material } from '@escuta/shared/domain/interview/questionnaire/stored-answers';
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import type { EntrevistaAuditada } from '@escuta/shared/services/verdicts/interview-input';
import { loadAudioFacts } from '../facts-repo.ts';
import { placeQuestionsApart } from './align.ts';

type Row = {
  id: string;
  ordem: number;
  texto: string;
  startMs: number;
  endMs: number;
  canal: Canal;
  falante: Falante;
  voz: Voz;
  textoCorrigido: string | null;
  falanteCorrigido: Falante | null;
};

export type MaterialLido = Material & {
  /** Sentences whose role by words or voice, before corrections, differs from the role of the transcribed speaker. */
  papeis: { sentencaId: string; papel: PapelDaSentenca }[];
  /** Numbers of sentences that read questions or options aloud. */
  lidas: number[];
  /** True if people's corrections are applied. */
  corrigida: boolean;
};

const READING_SHARE = 0.5;

/**
 * Loads an interview's sentences and audio facts, and locates the readings. Derives roles only from the transcription
 * and its corrections, so that repeated runs agree.
 * @param sentences 'original': as transcribed, without corrections
 */
export async function loadMaterial(
  db: Db,
  entrevista: EntrevistaAuditada,
  resultadoId: string | null,
  sentences: 'corrigidas' | 'original' = 'corrigidas',
): Promise<MaterialLido> {
  const [{ rows: found }, fatos] = await Promise.all([
    db.query<Row>({
      name: 'interview_sentences',
      text: `select s.id, s.ordem, s.texto, s.start_ms as "startMs", s.end_ms as "endMs", t.canal::text as canal,
        s.falante, s.voz,
               c.texto as "textoCorrigido", c.falante as "falanteCorrigido"
             from transcricoes t join sentencas s on s.transcricao_id = t.id
             left join sentenca_correcoes c on c.sentenca_id = s.id and c.em_vigor
             where t.resultado_id = $1 order by s.ordem`,
      values: [resultadoId],
    }),
    loadAudioFacts(db, resultadoId),
  ]);
  const rows =
    sentences === 'corrigidas'
      ? found
      : found.map((row) => ({ ...row, textoCorrigido: null, falanteCorrigido: null }));
  const texts = rows.map((row) => ({ ...row, texto: row.textoCorrigido ?? row.texto }));
  const placed = await placeQuestionsApart(entrevista.conteudo, texts);
  const vozes = rows.map(({ voz }) => voz);
  const papeis = rolesByVoice(
    rolesOf(
      placed.alignment,
      rows.map(({ falante, falanteCorrigido }) => ({
        falante: falanteCorrigido ?? falante,
        origem: falanteCorrigido ? ('pessoa' as const) : null,
      })),
    ),
    vozes,
  );
  // Derives the roles without corrections, too, because removing a correction restores the derived role.
  const achados = rows.some(({ falanteCorrigido }) => falanteCorrigido)
    ? rolesByVoice(
        rolesOf(
          placed.alignment,
          rows.map(({ falante }) => ({ falante, origem: null })),
        ),
        vozes,
      )
    : papeis;
  const sentencas = rows.map((row, index): SentencaConfrontada => {
    const papel = papeis[index] as PapelDaSentenca;
    return {
      ordem: row.ordem,
      texto: row.textoCorrigido ?? row.texto,
      textoOriginal: row.textoCorrigido === null ? null : row.texto,
      canal: row.canal,
      startMs: row.startMs,
      endMs: row.endMs,
      falante: papel.falante,
      papelOrigem: papel.origem,
      papelConfianca: papel.confianca,
    };
  });
  const durationMs = Math.max(fatos?.durationMs ?? 0, ...rows.map(({ endMs }) => endMs));
  return {
    entrada: {
      conteudo: entrevista.conteudo,
      digitadas: entrevista.digitadas,
      sentencas,
      gravacao: recordingOf(fatos, durationMs),
    },
    preparo: {
      perguntas: entrevista.conteudo.perguntas,
      ...placed,
      quotes: new QuoteFinder(sentencas, placed.alignment.words),
    },
    papeis: rows.flatMap(({ id, falante }, index) => {
      const papel = achados[index] as PapelDaSentenca;
      const found = papel.origem !== null && papel.origem !== 'transcricao' && papel.origem !== 'pessoa';
      return found && papel.falante !== falante ? [{ sentencaId: id, papel }] : [];
    }),
    lidas: readingsOf(placed.alignment, sentencas),
    corrigida: rows.some((row) => row.textoCorrigido !== null || row.falanteCorrigido !== null),
  };
}

function recordingOf(fatos: AudioFacts | null, durationMs: number): Gravacao {
  const cut = fatos?.avisos.some(({ codigo }) => codigo === 'arquivo_truncado') ?? false;
  return {
    durationMs,
    fala: unite(...(fatos?.canais ?? []).map(({ speech }) => speech)),
    // A cut-off file's end counts as a gap, because a missing answer there proves nothing.
    lacunas: unite(
      fatos?.danos?.lacunas ?? [],
      cut ? [{ startMs: Math.max(0, durationMs - 1), endMs: durationMs }] : [],
    ),
    ruido: fatos?.danos?.ruido ?? [],
    danificada: fatos?.avisos.some(({ codigo }) => codigo === 'trechos_corrompidos') ?? false,
  };
}

function readingsOf(alignment: Preparo['alignment'], sentencas: readonly { ordem: number }[]): number[] {
  const shares = readShares(alignment, sentencas.length);
  return sentencas.flatMap(({ ordem }, index) => {
    const { words, read } = shares[index] ?? { words: 0, read: 0 };
    return words > 0 && read / words >= READING_SHARE ? [ordem] : [];
  });
}
