// Goals that are valid on any machine: each figure is divided by a floor (least possible cost) measured in the same
// run, or is a count that does not depend on the machine. `noted`: the measured figures from which a goal was set; both
// parts of a quotient come from one machine and revision (39d71643), because seconds of two machines cannot be
// compared.
import { type Row, goalRow as rowOf } from './support.ts';

type Goal = { measure: string; goal: number; kind: 'min' | 'max'; unit?: string; noted: string };

const GOALS = {
  apiStart: {
    measure: 'Partida (API), até o primeiro 200 ÷ Node + Fastify nus',
    goal: 4.5,
    kind: 'max',
    noted: '0,83 s; lado a lado, numa máquina quieta, 0,80 e 0,86 ÷ 0,185 s',
  },
  apiStartCpu: {
    measure: 'Partida (API), processador até o primeiro 200 ÷ Node + Fastify nus',
    goal: 5,
    kind: 'max',
    noted: '0,96 e 1,01 ÷ 0,195 s, numa máquina quieta',
  },
  workerStart: {
    measure: 'Partida (worker), até ficar pronto ÷ Node + Fastify nus',
    goal: 3.2,
    kind: 'max',
    noted: '0,53 s; lado a lado, numa máquina quieta, 0,57 e 0,58 ÷ 0,18 s',
  },
  workerCpu: {
    measure: 'CPU do worker por ligação ÷ a do ffmpeg nas mesmas ligações',
    goal: 0.63,
    kind: 'max',
    noted: '68 a 80 ÷ 80 a 140 ms; 168 ÷ 265 ms de uma máquina mais lenta',
  },
  oneWorker: {
    measure: '1 worker × 30 vagas ÷ bomba nua nas mesmas vagas',
    goal: 0.98,
    kind: 'min',
    noted: '0,979 e 0,984 das vagas',
  },
  threeWorkers: {
    measure: '3 workers × 5 vagas ÷ bomba nua nas mesmas vagas',
    goal: 0.98,
    kind: 'min',
    noted: '0,987 das vagas',
  },
  signIn: {
    measure: 'Página de entrar pronta ÷ a menor página (React, router, query, formulário)',
    goal: 0.74,
    kind: 'max',
    noted: '0,72 e 0,74',
  },
  listScripts: {
    measure: 'Lista de ligações: scripts até as linhas',
    goal: 30,
    kind: 'max',
    noted: '23',
  },
  listRows: {
    measure: 'Lista de ligações: linhas na tela ÷ a menor página, mesma linha, mesmo processador',
    goal: 3.4,
    kind: 'max',
    noted: '3,29 s ÷ 0,95 s',
  },
  mapPainted: {
    measure: 'Mapa 1.000 × 60: de recebido a desenhado ÷ desenhar as células nuas',
    goal: 16,
    kind: 'max',
    noted: '300 ms, ao lado de 18 ms na máquina em que eram 408',
  },
  importMemory: {
    measure: 'Importação de 100.000 linhas .xlsx: memória a mais no worker e no leitor',
    goal: 100,
    kind: 'max',
    unit: ' MB',
    noted: '100 MB',
  },
} as const satisfies Record<string, Goal>;

/** Makes the row of the results that compares a measured figure with its goal. */
export function goal(name: keyof typeof GOALS, value: number): Row {
  return rowOf(GOALS[name], value);
}
