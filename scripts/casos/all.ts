// Every case of npm run casos, by kind: a new file of cases is one line here.
import type { CasosDoTipo } from './case.ts';
import { LEITURA_POR_IA } from './leitura-por-ia.ts';

export const CASOS: readonly CasosDoTipo[] = [LEITURA_POR_IA];
