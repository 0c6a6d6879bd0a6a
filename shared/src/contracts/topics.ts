/** Topics: a GET contract names the topic it returns; others name the topics they change, which the web refetches. */

export type Topic =
  /** Calls and other items with their figures and results. */
  | 'itens'
  | 'relatorios'
  | 'resumos'
  | 'auditorias'
  | 'documentos'
  | 'preparos'
  | 'projetos'
  | 'lotesGravacao'
  | 'padraoGravacao'
  | 'importacoes'
  | 'pesquisas'
  | 'questionarios'
  | 'agentes'
  | 'sorteios'
  | 'retornos'
  | 'campo'
  | 'entrevistas'
  | 'quadro'
  | 'insights'
  | 'revisao'
  /** Heat maps, whose page fetches changes itself (web/src/domain/survey/map/use-heat-map.ts). */
  | 'mapas'
  | 'confrontos'
  /** Signals of fabrication, which the worker recomputes some time after a change. */
  | 'sinais'
  /** Signals and verifications assigned to the caller. */
  | 'indicacoes'
  | 'filtros'
  | 'regras'
  | 'disparos'
  | 'notificacoes'
  | 'preferencias'
  | 'falhas'
  | 'tarefas'
  | 'conversas'
  | 'modelosExportacao'
  | 'templates'
  | 'vinculos'
  | 'creditos'
  | 'pacotes'
  | 'empresas'
  | 'pessoas'
  | 'conta'
  | 'telefonia'
  | 'tickets'
  | 'leads'
  | 'registros'
  | 'modelos'
  | 'processamento';

/** A topic that a contract may name as changed: all except 'registros', which nearly every change touches. */
export type Touched = Exclude<Topic, 'registros'>;

export const ITEM: readonly Touched[] = ['itens', 'resumos', 'auditorias', 'projetos'];
/** Touched when a recording is added, removed or restored. */
export const RECORDING: readonly Touched[] = [...ITEM, 'falhas', 'entrevistas', 'confrontos'];
/** Touched when an item is processed. */
export const RUN: readonly Touched[] = [...RECORDING, 'insights', 'revisao', 'creditos', 'mapas'];
/** Touched when an interview progresses, ends or gets another interviewer. */
export const INTERVIEW: readonly Touched[] = [...ITEM, 'entrevistas', 'pesquisas', 'quadro'];
