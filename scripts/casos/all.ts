// Every case of npm run casos, by kind: a new file of cases is one line here.
import type { CasosDoTipo } from './case.ts';
import { QUESTIONARIOS } from './questionarios.ts';

export const CASOS: readonly CasosDoTipo[] = [QUESTIONARIOS];
