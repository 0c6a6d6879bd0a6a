// Every case of npm run casos, by kind: a new file of cases is one line here.
import type { CasosDoTipo } from './case.ts';
import { SONS } from './sons.ts';

export const CASOS: readonly CasosDoTipo[] = [SONS];
