import { cutAtReadings } from '@escuta/shared/domain/interview/comparison/cut-readings';
import { placeQuestions } from '@escuta/shared/domain/interview/comparison/places';
import { answerTasks } from '../../thread.ts';
import type { Alinhamento } from './align.ts';

answerTasks(({ tipo, conteudo, trechos }: Alinhamento) =>
  tipo === 'situar'
    ? placeQuestions(
        conteudo.perguntas,
        trechos.map(({ texto }) => texto),
      )
    : cutAtReadings(conteudo, trechos),
);
