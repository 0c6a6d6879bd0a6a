// What each operation that changes something leaves in the log of actions, or why it leaves nothing. Servers alone load it. A contract that
// is not a GET does not compile without its line here; the tests' API (tests/support/operation-log.ts) holds each request against its line,
// and `npm run registro` prints the list.
import type { ChangingOperation } from '../contracts/all.ts';
import type { AcaoRegistrada } from '../domain/audit-actions.ts';

/**
 * `acoes`: what a request writes that changed something, one or more of them; `leitura`: it changes nothing; `motivo`: why a
 * change leaves no entry, but for `salvo`.
 */
export type OperationLog =
  | { readonly acoes: readonly AcaoRegistrada[] }
  | { readonly leitura: string }
  | { readonly motivo: string; readonly salvo: readonly AcaoRegistrada[] };

const acoes = (...nomes: [AcaoRegistrada, ...AcaoRegistrada[]]): OperationLog => ({ acoes: nomes });
const leitura = (porque: string): OperationLog => ({ leitura: porque });
const semRegistro = (motivo: string, ...salvo: AcaoRegistrada[]): OperationLog => ({ motivo, salvo });

const ENTREVISTA = 'o registro da própria entrevista guarda cada ato, com quem e quando';
const ENVIO = 'bytes a caminho: fica no registro o que se faz deles';
const RASCUNHO = 'rascunho de quem o fez: fica no registro o que se confirma, ou a desistência';
const ITEM = 'o item guarda quem o registrou e quando; sua exclusão os leva para o registro';
const OUVIR = 'o acesso ao som fica nos acessos';

export const OPERATION_LOG: Readonly<Record<ChangingOperation, OperationLog>> = {
  // Sign-in and one's own account
  login: acoes('login'),
  register: acoes('registro'),
  forgotPassword: acoes('redefinicao_pedida'),
  resetPassword: acoes('redefinicao_pedida'),
  verifyPasswordLink: leitura('diz de quem é um link'),
  confirmPasswordLink: acoes('senha_redefinida'),
  updateProfile: acoes('perfil_alterado'),
  acceptTerms: acoes('termos_aceitos'),
  changePassword: acoes('senha_alterada'),
  deleteAccount: acoes('conta_excluida'),

  // People
  conferirConvites: leitura('confere uma lista antes de enviá-la'),
  enviarConvites: acoes('usuario_convidado', 'coletores_alterados'),
  inviteUser: acoes('usuario_convidado'),
  updateUser: acoes('usuario_alterado'),
  resetUserPassword: acoes('usuario_redefinicao', 'usuario_convidado'),
  deleteUser: acoes('usuario_removido'),

  // Companies, telephony, credits
  createEmpresa: acoes('empresa_criada'),
  updateEmpresa: acoes('empresa_alterada'),
  updateOwnEmpresa: acoes('empresa_alterada'),
  deleteEmpresa: acoes('empresa_excluida'),
  archiveEmpresa: acoes('empresa_arquivada'),
  restoreEmpresa: acoes('empresa_reativada'),
  rotateApiKey: acoes('chave_api_trocada'),
  createAsteriskConfig: acoes('asterisk_criado'),
  updateAsteriskConfig: acoes('asterisk_alterado'),
  deactivateAsteriskConfig: acoes('asterisk_desativado'),
  testAsteriskConfig: acoes('asterisk_testado'),
  testUnsavedAsteriskConfig: acoes('asterisk_testado'),
  createPacote: acoes('pacote_criado'),
  updatePacote: acoes('pacote_alterado'),
  comprarCreditos: acoes('creditos_comprados'),
  ajustarCreditos: acoes('creditos_ajustados'),

  // Projects and what they hold
  createProjeto: acoes('projeto_criado', 'pesquisa_movida'),
  createExemplo: acoes('projeto_criado'),
  updateProjeto: acoes('projeto_alterado', 'auditoria_automatica', 'pesquisa_movida'),
  deleteProjeto: acoes('projeto_excluido'),
  setTetos: acoes('tetos_alterados'),
  atribuirLigacoes: acoes('ligacoes_atribuidas'),
  desfazerAtribuicao: acoes('atribuicao_desfeita'),
  createAgente: acoes('agente_criado'),
  updateAgente: acoes('agente_alterado'),
  mergeAgentes: acoes('agentes_fundidos'),
  addRamal: acoes('agente_ramal', 'tarefa_pedida'),
  updateRamal: acoes('agente_ramal', 'tarefa_pedida'),
  deleteRamal: acoes('agente_ramal', 'tarefa_pedida'),
  importAgentes: acoes('agentes_importados', 'tarefa_pedida'),
  createFiltro: acoes('filtro_criado'),
  updateFiltro: acoes('filtro_alterado'),
  deleteFiltro: acoes('filtro_excluido'),

  // Calls and interviews as items
  createItem: semRegistro(ITEM),
  createLigacao: semRegistro(ITEM),
  createArquivo: semRegistro(ITEM),
  createItemPesquisa: semRegistro(ITEM),
  createItemEntrevista: semRegistro(ITEM),
  updateItem: acoes('item_alterado'),
  updateContato: acoes('item_alterado'),
  deleteItem: acoes('item_excluido'),
  apagarDados: acoes('dados_apagados'),
  uploadAudio: acoes('gravacao_anexada', 'gravacao_trocada', 'falha_descartada'),
  buscarGravacao: acoes('gravacao_buscada', 'gravacao_anexada', 'processamento_pedido', 'falha_descartada'),
  detachArquivo: acoes('gravacao_removida', 'falha_descartada'),
  createAudioUrl: leitura(OUVIR),
  processarItem: acoes('processamento_pedido'),
  regenerarAnalise: acoes('processamento_pedido'),
  generateInsights: acoes('processamento_pedido', 'tarefa_pedida'),
  reprocessInsight: acoes('processamento_pedido'),
  validateInsight: acoes('insight_validado'),
  undoInsightValidation: acoes('insight_veredito_desfeito'),
  insightFeedback: acoes('insight_feedback'),

  // Many at once
  criarImportacao: semRegistro(RASCUNHO),
  lerImportacao: acoes('tarefa_pedida'),
  simularImportacao: acoes('tarefa_pedida'),
  confirmarImportacao: acoes('importacao_pedida', 'tarefa_pedida'),
  cancelarImportacao: acoes('importacao_cancelada'),
  desfazerImportacao: acoes('importacao_desfeita', 'tarefa_pedida'),
  importarItens: acoes('importacao_pedida', 'tarefa_pedida'),
  criarLoteGravacoes: semRegistro(RASCUNHO),
  anunciarGravacoesDoLote: semRegistro(RASCUNHO),
  lerLoteGravacoes: acoes('tarefa_pedida'),
  decidirGravacao: semRegistro(RASCUNHO),
  decidirGravacoes: semRegistro(RASCUNHO),
  createAudioUrlDoLote: leitura(OUVIR),
  confirmarLoteGravacoes: acoes('gravacoes_confirmadas', 'tarefa_pedida'),
  repetirLoteGravacoes: acoes('gravacoes_confirmadas', 'tarefa_pedida'),
  cancelarLoteGravacoes: acoes('lote_gravacoes_cancelado'),
  desfazerLoteGravacoes: acoes('gravacoes_desfeitas', 'tarefa_pedida'),
  testarPadraoGravacao: leitura('lê nomes de exemplo'),
  savePadraoGravacao: acoes('padrao_gravacao_alterado'),
  estimarLote: leitura('conta o que um lote faria'),
  criarLote: acoes('tarefa_pedida'),
  criarEnvio: semRegistro(ENVIO),
  enviarParte: semRegistro(ENVIO),
  concluirEnvio: semRegistro(ENVIO),
  contarExportacao: leitura('conta as linhas de uma exportação'),
  exportarLista: acoes('lista_exportada'),
  criarExportacao: acoes('tarefa_pedida'),
  criarLinkExportacao: acoes('exportacao_baixada'),
  createModeloExportacao: acoes('colunas_salvas'),
  deleteModeloExportacao: acoes('colunas_excluidas'),
  cancelTarefa: acoes('tarefa_cancelada'),
  pauseTarefa: acoes('tarefa_pausada'),
  resumeTarefa: acoes('tarefa_retomada'),
  reindexarConversas: acoes('tarefa_pedida'),

  // Audits by the portal
  criarAuditoria: acoes('tarefa_pedida'),
  criarPreparo: semRegistro(RASCUNHO),
  trocarArquivoDoPreparo: semRegistro(RASCUNHO),
  analisarPreparo: acoes('tarefa_pedida'),
  corrigirGravacao: semRegistro(RASCUNHO),
  corrigirLinha: semRegistro(RASCUNHO),
  corrigirColunas: semRegistro(RASCUNHO),
  corrigirPerguntas: acoes('auditoria_perguntas_corrigidas', 'tarefa_pedida'),
  createAudioUrlDoPreparo: leitura(OUVIR),
  confirmarPreparo: acoes('auditoria_confirmada', 'tarefa_pedida'),
  cancelarPreparo: acoes('preparo_cancelado'),
  apagarArquivoDaAuditoria: acoes('documento_apagado'),

  // Surveys and questionnaires
  createPesquisa: acoes('pesquisa_criada'),
  updatePesquisa: acoes('pesquisa_alterada', 'pesquisa_ativada', 'pesquisa_inativada'),
  deletePesquisa: acoes('pesquisa_excluida'),
  createQuestionario: acoes('questionario_criado'),
  updateQuestionario: acoes('questionario_alterado', 'questionario_ativado', 'questionario_inativado'),
  deleteQuestionario: acoes('questionario_excluido'),
  duplicateQuestionario: acoes('questionario_criado'),
  reorderPerguntas: acoes('perguntas_reordenadas'),
  createPergunta: acoes('pergunta_criada'),
  lerQuestionario: acoes('tarefa_pedida'),
  incluirPerguntas: acoes('perguntas_incluidas'),
  updatePergunta: acoes('pergunta_alterada'),
  deletePergunta: acoes('pergunta_excluida'),
  updateCotas: acoes('cotas_alteradas'),
  updateColetores: acoes('coletores_alterados'),
  updateVerificacaoDaPesquisa: acoes('verificacao_alterada'),
  sortearVerificacoes: acoes('verificacao_sorteada'),
  atribuirVerificacoes: acoes('verificacao_atribuida'),
  concluirVerificacao: acoes('verificacao_feita'),
  darParecer: acoes('sinal_parecer'),
  desfazerParecer: acoes('sinal_parecer_desfeito'),
  indicarParaSinal: acoes('sinal_indicado'),

  // Interviews and devices
  iniciarEntrevista: semRegistro(ENTREVISTA),
  salvarResposta: semRegistro(ENTREVISTA),
  finalizarEntrevista: semRegistro(ENTREVISTA),
  interromperEntrevista: acoes('entrevista_interrompida'),
  putEntrevista: semRegistro(ENTREVISTA, 'entrevista_lida'),
  enviarEventos: semRegistro(ENTREVISTA),
  fecharEntrevista: semRegistro(ENTREVISTA, 'entrevista_lida'),
  assumirEntrevista: acoes('entrevista_encerrada'),
  retomarEntrevista: acoes('entrevista_retomada'),
  liberarEntrevista: acoes('entrevista_liberada', 'montagem_repetida'),
  revisarEntrevista: acoes('entrevista_revisada'),
  revisarEntrevistas: acoes('entrevista_revisada'),
  revisarConfronto: acoes('confronto_revisado'),
  desfazerRevisao: acoes('confronto_revisao_desfeita'),
  corrigirSentenca: acoes('transcricao_corrigida'),
  desfazerCorrecao: acoes('transcricao_corrigida'),
  trocarVozes: acoes('transcricao_corrigida'),
  registrarAparelho: acoes('aparelho_autorizado'),
  revogarAparelho: acoes('aparelho_revogado'),
  apagarAparelho: acoes('aparelho_apagado'),
  lerExportacao: acoes('exportacao_lida'),
  contatoAparelho: semRegistro('sinal de vida do aparelho: a hora fica nele'),
  baixarQuestionario: semRegistro('congela o que já foi gravado: a versão guarda quando'),

  // What analyses go by
  createInsightTemplate: acoes('template_criado'),
  updateInsightTemplate: acoes('template_alterado'),
  deleteInsightTemplate: acoes('template_excluido'),
  linkTemplate: acoes('template_vinculado'),
  updateTemplateLink: acoes('template_vinculo_alterado'),
  unlinkTemplate: acoes('template_desvinculado'),
  createTemplateTest: acoes('template_testado'),
  setTranscriptionSampling: acoes('configuracao_alterada'),
  toggleProcessing: acoes('configuracao_alterada'),
  updateAdvancedConfig: acoes('configuracao_alterada'),
  inheritProcessingConfig: acoes('configuracao_alterada'),
  clearProcessingCache: leitura('faz os processos lerem de novo o que está gravado'),
  createModelo: acoes('modelo_alterado'),
  updateModelo: acoes('modelo_alterado'),
  createPreco: acoes('preco_alterado'),
  deletePreco: acoes('preco_alterado'),

  // Operation, support
  retryFalha: acoes('falha_reprocessada'),
  retryFalhas: acoes('tarefa_pedida'),
  discardFalhas: acoes('falha_descartada'),
  openQueueBoard: acoes('filas_abertas'),
  createLead: semRegistro('de um visitante: o pedido é o próprio registro'),
  updateLead: acoes('lead_alterado'),
  createTicket: acoes('ticket_aberto'),
  updateTicket: acoes('ticket_alterado'),
  answerTicket: acoes('ticket_respondido'),
  deleteTicket: acoes('ticket_excluido'),
  lerNotificacoes: semRegistro('marca como lidos os próprios avisos'),
};
