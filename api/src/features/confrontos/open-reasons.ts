import type { MotivoRevisar } from '@escuta/shared/domain/interview/confront/confront';

/** Reasons why a cell is left to a person (confrontos.motivo), as Portuguese texts. */
export const MOTIVO_REVISAR_LABEL: Record<MotivoRevisar, string> = {
  sem_extracao: 'A IA não respondeu sobre esta pergunta.',
  gravacao_duvidosa: 'Poucas perguntas foram encontradas: a gravação pode ser de outra entrevista.',
  leitura_sem_prova: 'A IA diz que a pergunta foi lida, mas a citação não está na transcrição.',
  leitura_em_conflito: 'O texto da pergunta foi encontrado, mas a IA diz que a pergunta não foi lida.',
  leitura_inaudivel: 'A leitura da pergunta não é audível.',
  ausencia_sem_prova: 'A pergunta não foi encontrada, mas falta a prova de que não foi feita.',
  ausencia_pendente: 'A pergunta não foi encontrada, e falta uma segunda verificação que confirme isso.',
  ausencia_em_conflito:
    'A pergunta não foi encontrada, mas a segunda verificação indica que ela pode ter sido feita.',
  respondida_sem_pergunta: 'Há uma resposta, mas a pergunta não foi encontrada.',
  conducao_sem_prova: 'A IA diz que a resposta foi induzida, mas a citação não comprova a indução.',
  conducao_em_conflito: 'Uma verificação diz que a resposta foi induzida, e a outra, que não.',
  resposta_sem_prova: 'A citação da resposta não está no trecho, ou a fala é de outra pessoa.',
  resposta_ausente: 'A resposta falada não foi encontrada.',
  resposta_inaudivel: 'A resposta não é audível.',
  comparacao_pendente: 'A resposta falada ainda não foi comparada com a digitada.',
  comparacao_em_conflito: 'As verificações não concordam sobre a resposta.',
  texto_corrigido: 'A transcrição foi corrigida: compare a resposta com a digitada.',
  falha_na_gravacao: 'Falta áudio neste trecho da gravação. Isso não conta como falha do entrevistador.',
  ruido: 'Ruído: o som de fundo é quase tão alto quanto as vozes, e a transcrição pode estar errada.',
  planilha_nao_entendida: 'A resposta da planilha não foi entendida: compare a fala com o texto da célula.',
  planilha_indisponivel: 'A planilha foi apagada: não dá mais para saber a resposta digitada.',
  filtro_desconhecido: 'A condição desta pergunta depende de uma resposta que não foi entendida na planilha.',
  comparacao_parcial: 'Só parte da resposta confere, ou a comparação deixou dúvida.',
};

/** The text of a reason; for codes of other versions a general text. */
export function explainOpen(motivo: string): string {
  return Object.hasOwn(MOTIVO_REVISAR_LABEL, motivo)
    ? MOTIVO_REVISAR_LABEL[motivo as MotivoRevisar]
    : 'A IA não chegou a um veredito.';
}
