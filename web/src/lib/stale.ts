/**
 * What makes which answers stale: the one table that mutations (kit/mutation.ts) and live events follow. A new contract
 * joins here: a GET under its topic, any other under WRITES with the topics it touches. stale.test.ts holds it complete.
 */
import type { TipoTarefa } from '@escuta/shared/domain/task-names';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { QueryKey } from '@tanstack/react-query';

/** The answers that show a thing, by contract id. */
export const TOPICS = {
  /** Calls and other items: rows, figures, the item itself and its result. */
  itens: [
    'getItem',
    'listGravacoesAnteriores',
    'getResultadoCompleto',
    'listResultadosDoItem',
    'listItensDoProjeto',
    'listLigacoes',
    'getMetricasDoProjeto',
    'listItens',
    'getEstatisticasItens',
    'listTestableCalls',
    'searchItens',
    'previewExecucao',
    'listVereditosAnteriores',
  ],
  /** Sums over a company or a project. */
  relatorios: [
    'getRelatorioVolume',
    'getRelatorioQualidade',
    'getRelatorioAgentes',
    'getRelatorioPalavras',
    'getRelatorioSentimento',
    'getRelatorioCustos',
    'getRelatorioValidacao',
    'listLinhasDeCusto',
  ],
  resumos: ['getDashboard', 'getItensPorProjeto', 'getAdminStats'],
  auditorias: ['getAuditoria', 'listAuditorias', 'listAuditoriasDoProjeto', 'listTodasAuditorias'],
  /** Documents beside the questions that were read out of them. */
  documentos: ['getDocumentoDoPreparo', 'getDocumentoDoQuestionario'],
  /** Audits of the portal while they are prepared. */
  preparos: ['listPreparos', 'getPreparo', 'listLinhasDoPreparo', 'listGravacoesDoPreparo'],
  projetos: ['getTetos', 'getProjeto', 'listProjetos', 'listProjectsWithTemplates'],
  /** Recordings in bulk, and how the company names them. */
  lotesGravacao: ['listLotesGravacao', 'getLoteGravacao', 'listGravacoesDoLote'],
  padraoGravacao: ['getPadraoGravacao'],
  importacoes: [
    'listImportacoes',
    'getImportacao',
    'listLinhasDaImportacao',
    'listMantidasDaImportacao',
    'previaDesfazerImportacao',
  ],
  pesquisas: ['getPesquisa', 'listPesquisas'],
  questionarios: ['getQuestionario', 'listQuestionariosDaPesquisa', 'listPerguntas', 'getPergunta'],
  agentes: ['listAgentes', 'listRamais', 'listFusoes'],
  /** Devices in the field, and what they may take with them. */
  campo: ['listAparelhos', 'listQuestionariosDeCampo'],
  entrevistas: [
    'whereIsInterview',
    'getEntrevista',
    'getRevisoesDaEntrevista',
    'listEntrevistasDaPesquisa',
    'listEntrevistasDoProjeto',
    'listArquivosDaPesquisa',
    'getDistribuicaoDaPesquisa',
    'getMicrodados',
  ],
  /** The field: board, quotas, lists of people, the verification sample. */
  quadro: ['getQuadro', 'getCotas', 'getColetores', 'getVerificacaoDaPesquisa', 'listVerificacoes'],
  /** The AI's findings and what people said of them. */
  insights: ['listInsights', 'previewInsights', 'getInsightStats', 'getInsightTrends', 'getInsightAgreement'],
  revisao: ['listReviewQueue'],
  /** Heat maps: they fetch what changed by themselves (domain/survey/use-heat-map.ts). */
  mapas: ['getMapaDaPesquisa', 'getMapaDaAuditoria'],
  /** Cells of the heat map and what they add up to. */
  confrontos: [
    'getConfronto',
    'listConfrontos',
    'getResultadosDaPesquisa',
    'getNumerosDaAuditoria',
    'getResumoDaAuditoria',
    'listArquivosDaAuditoria',
    'listResultadosDaAuditoria',
  ],
  /** Signals of fabrication: what changes cells, interviewers or recordings changes them a little later (the worker computes them). */
  sinais: ['getResumoDeSinais', 'listSinais', 'listSinaisIndicados', 'getSinal'],
  filtros: ['listFiltros'],
  notificacoes: ['listNotificacoes'],
  falhas: ['listFalhas', 'getLoteFalhas'],
  tarefas: ['listTarefas', 'getTarefa'],
  /** What was said, as the search finds it. */
  conversas: ['buscarConversas', 'listMesesDaBusca'],
  modelosExportacao: ['listModelosExportacao'],
  templates: ['listInsightTemplates', 'getInsightTemplate', 'listTemplateVersions', 'getTemplateTest'],
  vinculos: ['listProjectTemplates'],
  creditos: ['getSaldo', 'getExtrato', 'listPedidos', 'listPedidosAdmin'],
  pacotes: ['listPacotes', 'listPacotesAdmin'],
  empresas: ['getArmazenamento', 'getEmpresa', 'listEmpresas', 'getConfirmacao', 'getLimites'],
  pessoas: ['listUsers', 'listResponsaveis', 'listResponsaveisDoProjeto'],
  conta: ['getProfile'],
  telefonia: ['listAsteriskConfigs', 'getActiveAsteriskConfig'],
  tickets: ['getTicket', 'listTickets', 'getEstatisticasTickets', 'getConversaTicket'],
  leads: ['listLeads'],
  registros: [
    'listRegistros',
    'listRegistrosDaEmpresa',
    'listAcessos',
    'listAcessosDoItem',
    'listAcessosDaEntrevista',
  ],
  modelos: ['listModelos', 'listModeloOpcoes'],
  processamento: ['getProcessingConfig', 'getAudioOptions', 'getLoggingConfig', 'processingHealth'],
} as const satisfies Record<string, readonly string[]>;

export type Topic = keyof typeof TOPICS;

/** Answers that no action of a person changes: the installation's own words, and bytes. */
export const CONSTANT = [
  'askModeloServidor',
  'baixarDocumentoDoPreparo',
  'baixarDocumentoDoQuestionario',
  'baixarExportacao',
  'baixarArquivoDaAuditoria',
  'baixarRecusadas',
  'baixarXlsform',
  'downloadAudio',
  'downloadGravacaoAnterior',
  'downloadPicos',
  'exportExtrato',
  'exportarResultado',
  'exportMicrodados',
  'eventos',
  'getEnvio',
  'health',
  'lookupCep',
  'operador',
  'ouvirGravacaoDoPreparo',
  'ouvirGravacaoDoLote',
  'ouvirSegundaGravacao',
  'live',
  'ready',
  'version',
];

const RUN: readonly Topic[] = [
  'itens',
  'resumos',
  'auditorias',
  'projetos',
  'insights',
  'revisao',
  'falhas',
  'creditos',
  'entrevistas',
  'confrontos',
  'mapas',
];
const ITEM: readonly Topic[] = ['itens', 'resumos', 'auditorias', 'projetos'];
/** A recording comes, goes or comes back. */
const RECORDING: readonly Topic[] = [...ITEM, 'falhas', 'entrevistas', 'confrontos', 'registros'];
const SURVEY: readonly Topic[] = ['pesquisas', 'questionarios', 'projetos', 'registros'];
const QUESTIONNAIRE: readonly Topic[] = ['questionarios', 'pesquisas', 'registros'];
const VERDICT: readonly Topic[] = ['itens', 'insights', 'revisao', 'resumos'];
const CELL: readonly Topic[] = ['confrontos', 'mapas', 'entrevistas', 'quadro', 'registros', 'sinais'];
/** Figures and maps may be cut to approved interviews. */
const DECISION: readonly Topic[] = ['entrevistas', 'confrontos', 'mapas', 'quadro', 'registros'];
const COMPANY: readonly Topic[] = ['empresas', 'conta', 'registros', 'resumos'];
const PERSON: readonly Topic[] = ['pessoas', 'registros', 'resumos'];
const TEMPLATE: readonly Topic[] = ['templates', 'vinculos', 'projetos', 'registros', 'revisao'];
const CONFIG: readonly Topic[] = ['processamento', 'registros'];
/** Whose calls are whose. */
const AGENT: readonly Topic[] = ['agentes', 'itens', 'resumos', 'relatorios', 'tarefas', 'registros'];
/** Before or at the sign-in: no answer is kept yet. */
const ENTRY: readonly Topic[] = [];

/** Which topics a call touches, by contract id. */
export const WRITES: Readonly<Record<string, readonly Topic[]>> = {
  login: ENTRY,
  register: ENTRY,
  forgotPassword: ENTRY,
  resetPassword: ENTRY,
  verifyPasswordLink: ENTRY,
  confirmPasswordLink: ENTRY,
  confirmarEmail: ENTRY,
  createLead: ['leads'],
  updateLead: ['leads'],
  deleteLead: ['leads', 'registros'],

  createItem: ITEM,
  createArquivo: ITEM,
  createItemEntrevista: [...ITEM, 'entrevistas'],
  createItemPesquisa: ITEM,
  createLigacao: ITEM,
  updateItem: ITEM,
  updateContato: ITEM,
  deleteItem: [...ITEM, 'falhas'],
  uploadAudio: RECORDING,
  detachArquivo: RECORDING,
  buscarGravacao: [...ITEM, 'falhas'],
  recuperarGravacao: [...RECORDING, 'insights', 'revisao'],
  createGravacaoAnteriorUrl: [],
  apagarArquivoDaAuditoria: ['confrontos', 'registros'],
  apagarDados: [...RUN, 'registros', 'templates', 'conversas'],
  reindexarConversas: ['tarefas', 'registros'],
  createAudioUrl: [],
  registrarOuvido: [],
  /** What it lets come in touches what interviews touch. */
  lerExportacao: [...ITEM, 'entrevistas', 'pesquisas', 'quadro', 'registros'],
  processarItem: RUN,
  regenerarAnalise: RUN,
  reprocessInsight: RUN,
  generateInsights: [...RUN, 'tarefas'],
  retryFalha: RUN,
  retryFalhas: [...RUN, 'tarefas'],
  contarExportacao: [],
  exportarLista: ['registros'],
  cancelTarefa: ['tarefas', 'falhas', 'registros', 'creditos', 'itens'],
  pauseTarefa: ['tarefas', 'registros'],
  /** Nothing is written: each is asked for anew. */
  estimarLote: [],
  criarLote: [...RUN, 'tarefas', 'registros'],
  setTetos: ['projetos', 'registros'],
  criarExportacao: ['tarefas', 'registros'],
  criarLinkExportacao: ['registros'],
  createModeloExportacao: ['modelosExportacao'],
  deleteModeloExportacao: ['modelosExportacao'],
  resumeTarefa: ['tarefas', 'falhas', 'registros'],
  atribuirLigacoes: ['itens', 'registros'],
  desfazerAtribuicao: ['itens', 'registros'],
  createAgente: ['agentes', 'registros'],
  addRamal: AGENT,
  updateRamal: AGENT,
  deleteRamal: AGENT,
  desfazerFusao: [...AGENT, 'entrevistas', 'quadro', 'mapas', 'confrontos', 'sinais'],
  deleteAgente: ['agentes', 'registros'],
  anonimizarAgente: [...AGENT, 'entrevistas', 'quadro', 'sinais'],
  importAgentes: AGENT,
  lerNotificacoes: ['notificacoes'],
  createFiltro: ['filtros'],
  updateFiltro: ['filtros'],
  deleteFiltro: ['filtros'],
  discardFalhas: ['falhas', 'resumos', 'registros'],
  validateInsight: VERDICT,
  undoInsightValidation: VERDICT,
  insightFeedback: VERDICT,

  revisarConfronto: CELL,
  desfazerRevisao: CELL,
  corrigirSentenca: [...CELL, 'conversas'],
  desfazerCorrecao: CELL,
  trocarVozes: CELL,

  darParecer: ['sinais', 'registros'],
  desfazerParecer: ['sinais', 'registros'],
  indicarParaSinal: ['sinais', 'registros'],

  createProjeto: ['projetos', 'resumos', 'auditorias'],
  createExemplo: ['projetos', 'resumos', 'auditorias', 'templates', 'vinculos', 'itens'],
  updateProjeto: ['projetos', 'resumos', 'auditorias', 'itens', 'questionarios'],
  deleteProjeto: [
    'projetos',
    'resumos',
    'auditorias',
    'templates',
    'vinculos',
    'itens',
    'insights',
    'revisao',
  ],

  createPesquisa: SURVEY,
  updatePesquisa: SURVEY,
  deletePesquisa: SURVEY,

  createQuestionario: QUESTIONNAIRE,
  updateQuestionario: QUESTIONNAIRE,
  deleteQuestionario: QUESTIONNAIRE,
  duplicateQuestionario: QUESTIONNAIRE,
  reorderPerguntas: ['questionarios', 'documentos'],
  createPergunta: ['questionarios', 'documentos'],
  incluirPerguntas: ['questionarios', 'documentos'],
  /** It only asks for a task: nothing of the questionnaire changes. */
  lerQuestionario: ['tarefas', 'registros'],
  updatePergunta: ['questionarios', 'documentos'],
  deletePergunta: ['questionarios', 'documentos', 'registros'],

  /** Calls and reports name them too. */
  updateAgente: ['quadro', 'agentes', 'itens', 'relatorios', 'entrevistas', 'confrontos', 'registros'],
  mergeAgentes: [
    'quadro',
    'agentes',
    'itens',
    'relatorios',
    'entrevistas',
    'confrontos',
    'mapas',
    'registros',
    'sinais',
  ],
  iniciarEntrevista: [...ITEM, 'agentes', 'quadro', 'entrevistas', 'pesquisas', 'questionarios'],
  salvarResposta: ['entrevistas'],

  registrarAparelho: ['campo', 'quadro', 'registros'],
  revogarAparelho: ['campo', 'quadro', 'registros'],
  apagarAparelho: ['campo', 'quadro', 'registros'],
  contatoAparelho: [],
  baixarQuestionario: ['questionarios'],
  putEntrevista: [...ITEM, 'quadro', 'agentes', 'entrevistas', 'pesquisas', 'questionarios'],
  enviarEventos: [...ITEM, 'quadro', 'entrevistas', 'pesquisas'],
  fecharEntrevista: [...ITEM, 'quadro', 'entrevistas', 'pesquisas'],
  assumirEntrevista: [...ITEM, 'quadro', 'entrevistas', 'pesquisas', 'registros'],
  retomarEntrevista: [...ITEM, 'entrevistas', 'pesquisas', 'registros'],
  repetirSegundaGravacao: ['entrevistas', 'pesquisas', 'registros'],
  usarSegundaGravacao: [...ITEM, 'entrevistas', 'pesquisas', 'registros'],
  descartarSegundaGravacao: ['entrevistas', 'pesquisas', 'registros'],
  liberarEntrevista: [...ITEM, 'quadro', 'entrevistas', 'pesquisas', 'registros'],
  criarEnvio: [],
  enviarParte: [],
  concluirEnvio: [],

  /** The web sends its files in parts: the form in one piece is for keys. */
  criarAuditoria: ['preparos', 'tarefas', 'registros'],
  criarPreparo: ['preparos'],
  trocarArquivoDoPreparo: ['preparos', 'documentos'],
  analisarPreparo: ['preparos', 'tarefas', 'registros'],
  corrigirGravacao: ['preparos'],
  corrigirLinha: ['preparos'],
  corrigirColunas: ['preparos', 'tarefas', 'registros'],
  corrigirPerguntas: ['preparos', 'documentos', 'tarefas', 'registros'],
  lerPreparoComIa: ['documentos', 'tarefas', 'registros'],
  lerQuestionarioComIa: ['documentos', 'tarefas', 'registros'],
  descartarPropostaDoPreparo: ['documentos', 'registros'],
  descartarPropostaDoQuestionario: ['documentos', 'registros'],
  darLinhasAPergunta: ['documentos', 'registros'],
  createAudioUrlDoPreparo: [],
  confirmarPreparo: ['preparos', 'tarefas', 'registros', 'creditos'],
  cancelarPreparo: ['preparos', 'tarefas'],
  criarLoteGravacoes: ['lotesGravacao'],
  anunciarGravacoesDoLote: ['lotesGravacao'],
  lerLoteGravacoes: ['lotesGravacao', 'tarefas', 'registros'],
  decidirGravacao: ['lotesGravacao'],
  decidirGravacoes: ['lotesGravacao'],
  createAudioUrlDoLote: [],
  createSegundaGravacaoUrl: [],
  confirmarLoteGravacoes: ['lotesGravacao', 'tarefas', 'registros'],
  cancelarLoteGravacoes: ['lotesGravacao', 'tarefas'],
  desfazerLoteGravacoes: ['lotesGravacao', 'tarefas', 'registros'],
  repetirLoteGravacoes: ['lotesGravacao', 'tarefas', 'registros'],
  testarPadraoGravacao: [],
  savePadraoGravacao: ['padraoGravacao', 'registros'],

  criarImportacao: ['importacoes'],
  lerImportacao: ['importacoes', 'tarefas', 'registros'],
  simularImportacao: ['importacoes', 'tarefas', 'registros'],
  confirmarImportacao: [...ITEM, 'importacoes', 'tarefas', 'registros', 'agentes'],
  cancelarImportacao: ['importacoes', 'tarefas'],
  desfazerImportacao: [...ITEM, 'importacoes', 'tarefas', 'registros'],
  /** For keys: the web sends the file in parts. */
  importarItens: [...ITEM, 'importacoes', 'tarefas', 'registros', 'agentes'],

  finalizarEntrevista: [...ITEM, 'quadro', 'entrevistas', 'pesquisas'],
  updateVerificacaoDaPesquisa: ['quadro', 'registros'],
  sortearVerificacoes: ['quadro', 'registros'],
  atribuirVerificacoes: ['quadro', 'registros'],
  concluirVerificacao: ['quadro', 'confrontos', 'registros'],
  updateCotas: ['quadro', 'registros'],
  updateColetores: ['quadro', 'registros'],
  conferirConvites: [],
  enviarConvites: [...PERSON, 'quadro'],
  revisarEntrevista: DECISION,
  revisarEntrevistas: DECISION,
  interromperEntrevista: [...ITEM, 'quadro', 'entrevistas', 'pesquisas', 'registros'],

  createInsightTemplate: TEMPLATE,
  updateInsightTemplate: TEMPLATE,
  deleteInsightTemplate: TEMPLATE,
  createTemplateTest: ['templates'],
  linkTemplate: TEMPLATE,
  updateTemplateLink: TEMPLATE,
  unlinkTemplate: TEMPLATE,

  comprarCreditos: ['creditos', 'empresas', 'resumos', 'registros'],
  ajustarCreditos: ['creditos', 'empresas', 'resumos', 'registros'],
  concederPedido: ['creditos', 'empresas', 'resumos', 'registros'],
  recusarPedido: ['creditos', 'registros'],
  createPacote: ['pacotes'],
  updatePacote: ['pacotes'],

  createEmpresa: COMPANY,
  updateEmpresa: COMPANY,
  updateOwnEmpresa: COMPANY,
  deleteEmpresa: [...COMPANY, 'pessoas'],
  archiveEmpresa: [...COMPANY, 'pessoas'],
  restoreEmpresa: [...COMPANY, 'pessoas'],
  confirmarEmpresa: [...COMPANY, 'creditos'],
  updateLimites: ['empresas', 'registros'],
  reenviarConfirmacao: ['registros'],
  setCota: COMPANY,
  rotateApiKey: ['empresas', 'registros'],
  inviteUser: PERSON,
  updateUser: [...PERSON, 'conta'],
  deleteUser: PERSON,
  resetUserPassword: PERSON,
  updateProfile: ['conta', 'pessoas'],
  acceptTerms: ['conta'],
  changePassword: ['conta'],
  deleteAccount: [],

  createAsteriskConfig: ['telefonia'],
  updateAsteriskConfig: ['telefonia'],
  deactivateAsteriskConfig: ['telefonia'],
  testAsteriskConfig: ['telefonia'],
  testUnsavedAsteriskConfig: [],

  createTicket: ['tickets'],
  updateTicket: ['tickets'],
  answerTicket: ['tickets'],
  deleteTicket: ['tickets'],

  createModelo: ['modelos', 'registros'],
  updateModelo: ['modelos', 'registros'],
  createPreco: ['modelos', 'registros'],
  deletePreco: ['modelos', 'registros'],
  setTranscriptionSampling: CONFIG,
  toggleProcessing: CONFIG,
  updateAdvancedConfig: CONFIG,
  inheritProcessingConfig: CONFIG,
  clearProcessingCache: [...CONFIG, 'modelos'],
  openQueueBoard: [],
};

/** Prefixes of the query keys of topics' answers. */
export const keysOf = (topics: readonly Topic[]): readonly QueryKey[] =>
  [...new Set(topics)].flatMap((topic) => TOPICS[topic].map((id) => [id]));

/** Prefixes of the query keys whose answers a call made stale. @throws for a contract that the table does not know */
export function staleAfter(contractId: string): readonly QueryKey[] {
  const topics = WRITES[contractId];
  if (!topics) throw new Error(`lib/stale.ts does not say what ${contractId} makes stale.`);
  return keysOf(topics);
}

/** What each kind of task fills or changes while it works; the calls that it processes have events of their own. */
const FILLED_BY: Readonly<Record<TipoTarefa, readonly Topic[]>> = {
  reprocessar_falhas: ['falhas'],
  gerar_insights: [],
  ler_questionario: [],
  ler_auditoria: ['preparos', 'documentos'],
  reler_planilhas: ['auditorias', 'confrontos', 'mapas', 'entrevistas'],
  recontar_notas: ['itens', 'insights', 'revisao', 'resumos', 'relatorios'],
  ler_com_ia: ['documentos', 'relatorios'],
  criar_auditoria: ['preparos', 'auditorias', 'projetos'],
  reindexar: [],
  lote: [],
  ler_gravacoes: ['lotesGravacao'],
  anexar_gravacoes: ['lotesGravacao', 'itens'],
  desfazer_gravacoes: ['lotesGravacao', 'itens'],
  exportar: [],
  resolver_agentes: ['agentes', 'itens'],
  importar_ligacoes: ['importacoes', 'itens', 'agentes'],
  desfazer_importacao: ['importacoes', 'itens', 'agentes'],
};

/** What a live event makes stale at once, narrowed to the thing it names. */
export function staleKeys(event: LiveEvent): readonly QueryKey[] {
  switch (event.tipo) {
    case 'item':
      return [
        ['getItem', { id: event.itemId }],
        ['listGravacoesAnteriores', { id: event.itemId }],
        ['getResultadoCompleto', { id: event.itemId }],
        ['listResultadosDoItem', { id: event.itemId }],
        ['listItensDoProjeto', { id: event.projetoId }],
        ['getMetricasDoProjeto', { id: event.projetoId }],
        ['getProjeto', { id: event.projetoId }],
        ['listItens'],
        ['getEstatisticasItens'],
        ['getMapaDaPesquisa'],
        ['getMapaDaAuditoria'],
        ['getConfronto'],
      ];
    case 'execucao':
      return [['getResultadoCompleto', { id: event.itemId }]];
    case 'creditos':
      return [...keysOf(['creditos']), ['getEmpresa']];
    case 'notificacao':
      return keysOf(['notificacoes']);
    case 'tarefa':
      return [
        ...keysOf(FILLED_BY[event.tipoTarefa]),
        ['listTarefas'],
        ['getTarefa', { id: event.tarefaId }],
        ['getLoteFalhas', { id: event.tarefaId }],
      ];
  }
}

/** As `staleKeys`, for answers that sum up a whole company: many events make them stale, few requests will do. */
export function staleSummaries(event: LiveEvent): readonly QueryKey[] {
  switch (event.tipo) {
    case 'item':
      return [
        ...keysOf(['auditorias', 'revisao', 'entrevistas', 'confrontos', 'quadro']),
        ['listLigacoes'],
        ['getPesquisa'],
        ['getDashboard'],
        ['getItensPorProjeto'],
        ['listFalhas'],
        ['listProjetos'],
      ];
    case 'creditos':
      return [['getDashboard']];
    case 'execucao':
    case 'notificacao':
    case 'tarefa':
      return [];
  }
}
