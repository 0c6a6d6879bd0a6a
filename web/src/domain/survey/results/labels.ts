/** Names of the audit's findings on an answer. */
import type { ConfrontoWire } from '@escuta/shared/contracts/surveys/confrontos';
import type { TipoConducao } from '@escuta/shared/domain/interview/confront/extraction';
import type {
  Comparacao,
  Conducao,
  Leitura,
  RespostaFalada,
} from '@escuta/shared/domain/interview/verdicts/verdict';

export const LEITURA_LABEL: Record<Leitura, string> = {
  exata: 'Lida como escrita',
  menor: 'Com mudança pequena',
  maior: 'Com mudança de sentido',
  verificacao: 'Confirmou uma resposta já dada',
  nao_feita: 'Não foi feita',
  inaudivel: 'Inaudível',
};

export const CONDUCAO_LABEL: Record<Conducao, string> = {
  neutra: 'Neutra',
  sondagem_adequada: 'Sondagem adequada',
  diretiva: 'Induziu a resposta',
};

/** Words for each way in which an interviewer leads the respondent; 'nenhum' (none) needs no words. */
export const TIPO_CONDUCAO_LABEL: Record<Exclude<TipoConducao, 'nenhum'>, string> = {
  sugere_opcao: 'sugeriu uma opção',
  opiniao_propria: 'deu opinião própria',
  responde_por: 'respondeu pelo entrevistado',
  pergunta_com_resposta: 'perguntou já com a resposta',
  opcoes_parciais: 'ofereceu só parte das opções',
};

export const RESPOSTA_LABEL: Record<RespostaFalada, string> = {
  adequada: 'Adequada',
  qualificada: 'Com ressalva',
  inadequada: 'Não responde à pergunta',
  nao_sabe: 'Não sabe',
  recusa: 'Recusou-se a responder',
  ausente: 'Sem resposta',
  inaudivel: 'Inaudível',
};

export const COMPARACAO_LABEL: Record<Comparacao, string> = {
  compativel: 'Igual',
  parcial: 'Igual em parte',
  incompativel: 'Diferente',
  so_digitada: 'Só digitada',
  so_falada: 'Só falada',
  nao_comparavel: 'Não comparável',
};

export const SOBRE_LABEL: Record<ConfrontoWire['evidencias'][number]['sobre'], string> = {
  leitura: 'Leitura',
  conducao: 'Condução',
  resposta: 'Resposta',
};
