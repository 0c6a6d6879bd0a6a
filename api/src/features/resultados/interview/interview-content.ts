/** The part that an interview adds to the dossier of its item; built by `readInterview`. Times are ISO. */
import type { Consentimento, TipoEventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { MotivoRevisao } from '@escuta/shared/domain/interview/verdicts/review';
import type { OrigemRevisao, RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import type {
  DesfechoTentativa,
  ModoVerificacao,
  ResultadoVerificacao,
} from '@escuta/shared/domain/interview/verdicts/verification';

export type EventoDoDossie = {
  tipo: TipoEventoAparelho;
  /** Time since the interview's start, ms. */
  aos_ms: number;
  motivo: string | null;
};

export type PerguntaDoDossie = {
  codigo: string;
  texto: string;
  digitado: string | null;
  /** Text of a sheet's cell that was not understood. */
  celula: string | null;
  ouvido: string | null;
  /** Verdict in force, the AI's on the present transcript, and the AI's first; null: not audited. */
  veredito: Veredito | null;
  veredito_ia: Veredito | null;
  veredito_inicial: Veredito | null;
  provas: {
    sobre: 'leitura' | 'conducao' | 'resposta';
    citacao: string;
    verificada: boolean;
    inicio_ms: number | null;
  }[];
  revisoes: {
    veredito: Veredito;
    motivo: MotivoRevisao | null;
    observacao: string | null;
    por: string | null;
    em: string;
    em_vigor: boolean;
    desfeita_em: string | null;
  }[];
};

/** A decision about the whole interview. */
export type DecisaoDoDossie = {
  de: RevisaoEntrevista;
  para: RevisaoEntrevista;
  motivo: string | null;
  origem: OrigemRevisao | null;
  por: string | null;
  em: string;
};

/** A person's verification. `nota`: null if the dossier omits the respondent's data. */
export type VerificacaoDoDossie = {
  modo: ModoVerificacao | null;
  resultado: ResultadoVerificacao | null;
  nota: string | null;
  por: string | null;
  em: string | null;
  tentativas: { resultado: DesfechoTentativa; nota: string | null; por: string | null; em: string }[];
};

export type EntrevistaDoDossie = {
  pesquisa: string;
  questionario: { nome: string; versao: number };
  entrevistador: string | null;
  situacao: string;
  /** `em_ms`: position in the recording; null: unknown. */
  consentimento: { resposta: Consentimento; em_ms: number | null } | null;
  origem: 'coleta' | 'planilha';
  recebida_em: string | null;
  revisao: { situacao: RevisaoEntrevista; decisoes: DecisaoDoDossie[] };
  /** Null if the interview was not drawn for verification, or nobody has tried yet. */
  verificacao: VerificacaoDoDossie | null;
  /** False if the interview has no verdict. */
  auditada: boolean;
  perguntas: PerguntaDoDossie[];
  registro_aparelho: EventoDoDossie[];
};
