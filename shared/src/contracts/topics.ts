/** Topics of responses. A GET contract names what it returns; others name what they change, which the web refetches. */

export type Topic =
  /** Calls and other items: rows, figures, the item itself and its result. */
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
  /** Random samples of calls. */
  | 'sorteios'
  /** Feedback to agents. */
  | 'retornos'
  | 'campo'
  | 'entrevistas'
  | 'quadro'
  | 'insights'
  | 'revisao'
  /** Heat maps. The page of a heat map fetches the map's changes itself (web/src/domain/survey/map/use-heat-map.ts). */
  | 'mapas'
  | 'confrontos'
  /** Signals of fabrication, recomputed by the worker some time after a change. */
  | 'sinais'
  /** Signals and verifications that a gerente assigned to the caller. */
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

/** A topic that contracts may touch. 'registros' is excluded because nearly every change writes to the logs. */
export type Touched = Exclude<Topic, 'registros'>;

export const ITEM: readonly Touched[] = ['itens', 'resumos', 'auditorias', 'projetos'];
/** Topics touched when a recording is added, removed or restored. */
export const RECORDING: readonly Touched[] = [...ITEM, 'falhas', 'entrevistas', 'confrontos'];
/** Topics touched when an item is processed. */
export const RUN: readonly Touched[] = [...RECORDING, 'insights', 'revisao', 'creditos', 'mapas'];
/** Topics touched when an interview progresses, ends or gets another interviewer. */
export const INTERVIEW: readonly Touched[] = [...ITEM, 'entrevistas', 'pesquisas', 'quadro'];
