// Every case of npm run casos, by kind: a new file of cases is one line here.
import { APARELHOS } from './aparelhos.ts';
import type { CasosDoTipo } from './case.ts';
import { TRANSCRICOES } from './transcricoes.ts';

export const CASOS: readonly CasosDoTipo[] = [APARELHOS, TRANSCRICOES];
