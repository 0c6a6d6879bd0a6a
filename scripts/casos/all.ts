// Every case of npm run casos, by kind; a new file of cases needs a line here.
import { APARELHOS } from './aparelhos.ts';
import type { CasosDoTipo } from './case.ts';
import { DOCUMENTOS } from './documentos.ts';
import { FORMAS_IMPRESSAS } from './formas-impressas.ts';
import { FORMULARIOS } from './formularios.ts';
import { LEITURA_POR_IA } from './leitura-por-ia.ts';
import { LIGACOES } from './ligacoes.ts';
import { PESQUISAS } from './pesquisas.ts';
import { PROVEDORES } from './provedores.ts';
import { QUESTIONARIOS } from './questionarios.ts';
import { SONS } from './sons.ts';
import { TRANSCRICOES } from './transcricoes.ts';

export const CASOS: readonly CasosDoTipo[] = [
  LIGACOES,
  QUESTIONARIOS,
  FORMAS_IMPRESSAS,
  DOCUMENTOS,
  LEITURA_POR_IA,
  PESQUISAS,
  FORMULARIOS,
  PROVEDORES,
  SONS,
  TRANSCRICOES,
  APARELHOS,
];
