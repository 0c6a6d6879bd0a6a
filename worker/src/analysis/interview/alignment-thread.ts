import { parentPort, workerData } from 'node:worker_threads';
import { cutAtReadings } from '@escuta/shared/domain/interview/cut-readings';
import { placeQuestions } from '@escuta/shared/domain/interview/places';
import type { Alinhamento } from './align.ts';

/** One alignment in a thread of its own: the process goes on keeping its leases meanwhile. */
const task = workerData as Alinhamento;
parentPort?.postMessage(
  task.tipo === 'situar'
    ? placeQuestions(
        task.conteudo.perguntas,
        task.trechos.map(({ texto }) => texto),
      )
    : cutAtReadings(task.conteudo, task.trechos),
);
