/** The content of a call's dossier, built by `readDossie`. Times are ISO; names state the unit of lengths. */
import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import type { AlertaIdentificado } from '@escuta/shared/domain/insights/insight-result';
import type { CriterioAvaliado } from '@escuta/shared/domain/insights/scores';
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import type { EtapaDeCusto, StatusProcessamento, TipoItem } from '@escuta/shared/domain/runs/status';
import type { AnaliseGravada } from '@escuta/shared/domain/transcripts/text-analysis';

type Atendido = CriterioAvaliado['atendido'];
type Named = { id: string; nome: string };

export type FalaDoDossie = {
  ordem: number;
  canal: Canal;
  inicio_ms: number;
  fim_ms: number;
  falante: Falante;
  texto: string;
  falante_ia: Falante | null;
  texto_ia: string | null;
};

export type CriterioDoDossie = {
  id: string;
  descricao: string;
  peso: number;
  critico: boolean;
  atendido_ia: Atendido;
  comprovado: boolean;
  justificativa: string | null;
  /** A person's answer; null: no person answered. */
  atendido_pessoa: Atendido | null;
};

export type RevisaoDoDossie = {
  veredito: 'aprovado' | 'rejeitado';
  motivo: string | null;
  observacoes: string | null;
  por: Named | null;
  em: string;
  em_vigor: boolean;
  desfeita_em: string | null;
  inteiro: boolean | null;
  criterios: { id: string; atendido_ia: Atendido; atendido_pessoa: Atendido }[];
};

export type InsightDoDossie = {
  template: { nome: string; versao: number };
  modelo: string | null;
  status: StatusProcessamento;
  motivo: string | null;
  resumo: string | null;
  /** Score in force, 0 to 1. */
  pontuacao: number | null;
  pontuacao_ia: number | null;
  alertas: AlertaIdentificado[] | null;
  criterios: CriterioDoDossie[];
  evidencias: {
    criterio: string;
    citacao: string;
    verificada: boolean;
    fala: number | null;
    inicio_ms: number | null;
  }[];
  revisoes: RevisaoDoDossie[];
};

export type CustoDoDossie = {
  etapa: EtapaDeCusto;
  modelo: string;
  unidade: UnidadePreco;
  quantidade: number;
  preco_usd: number;
  total_usd: number;
};

export type ConteudoDoDossie = {
  ligacao: {
    id: string;
    tipo: TipoItem;
    empresa: Named & { cnpj: string | null };
    projeto: Named;
    auditoria: Named;
    numero: string | null;
    nome: string | null;
    ramal: string | null;
    unique_id: string | null;
    agente: Named | null;
    inicio: string | null;
    inicio_precisao: 'instante' | 'dia' | null;
    fim: string | null;
    duracao_s: number | null;
  };
  gravacao: {
    nome: string | null;
    sha256: string | null;
    recebida_em: string | null;
    duracao_ms: number | null;
    /** State of the recording: attached to the call, replaced or removed. */
    situacao: 'atual' | 'trocada' | 'removida';
    saiu_em?: string;
  } | null;
  /** Null for an interview that was not audited. */
  resultado: { id: string; execucao_id: string; processado_em: string | null } | null;
  transcricoes: { canal: Canal; modelo: string; confianca: number | null }[];
  falas: FalaDoDossie[];
  analise_texto: Partial<AnaliseGravada> | null;
  fatos_audio: AudioFacts | null;
  insights: InsightDoDossie[];
  custos: CustoDoDossie[];
  creditos: number;
};
