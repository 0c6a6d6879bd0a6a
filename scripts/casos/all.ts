// Every case of npm run casos, by kind: a new file of cases is one line here.
import type { CasosDoTipo } from './case.ts';
import { CASOS_DOCUMENTOS } from './documentos.ts';
import { LIGACOES } from './ligacoes.ts';

export const CASOS: readonly CasosDoTipo[] = [LIGACOES, CASOS_DOCUMENTOS];
