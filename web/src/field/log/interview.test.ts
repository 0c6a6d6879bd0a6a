import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { eventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { isStorable } from '@escuta/shared/domain/text/storable-text';
import { expect, it } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import type { Answer } from './answers.ts';
import {
  answer,
  back,
  begin,
  consent,
  end,
  type Momento,
  note,
  onScreen,
  openRecording,
  recordingStarted,
  recordingStopped,
  resumed,
  show,
  storable,
} from './interview.ts';
import type { EntrevistaLocal, Passo } from './model.ts';

const ID = '019a0000-0000-7000-8000-00000000000a';
const ENVIO = '019a0000-0000-7000-8000-00000000000b';
const [p1, p2] = [
  fieldQuestion(1, { tipo: 'escolha' }),
  fieldQuestion(2, { tipo: 'numero', minimo: 1, maximo: 30 }),
] as [PerguntaDaVersao, PerguntaDaVersao];
const questionario = fieldQuestionnaire([p1, p2]);
const chose: Answer = { opcoes: [ENVIO], texto: '' };
const typed = (texto: string): Answer => ({ opcoes: [], texto });
const at = (mono: number, audio: Momento['audio'] = null): Momento => ({
  mono,
  relogio: 1_800_000_000_000 + mono,
  audio,
});
const heard = (mono: number, ms: number) => at(mono, { gravacao: 1, ms });

/** Runs steps one after the other; returns the interview and its whole log. */
function run(...steps: ((entrevista: EntrevistaLocal) => Passo)[]) {
  const first = begin(ID, questionario, { nome: ' Dona Lurdes ', telefone: null }, null, 1_800_000_000_000.4);
  return steps.reduce(
    ({ entrevista, log, apagado }, step) => {
      const passo = step(entrevista);
      return {
        entrevista: passo.entrevista,
        log: [...log, ...passo.eventos],
        apagado: apagado || passo.apagarSom === true,
      };
    },
    { entrevista: first.entrevista, log: first.eventos, apagado: false },
  );
}
const recording = (now: EntrevistaLocal) =>
  recordingStarted(now, at(10), { n: 1, envioId: ENVIO, tipo: 'audio/webm' });
const accepted = (now: EntrevistaLocal) => consent(now, heard(2000, 1990), 'aceito', p1.id);

it('keeps a log without gaps, in the shape that travels', () => {
  const { entrevista, log } = run(
    recording,
    accepted,
    (now) => answer(now, heard(3000.6, 2990.2), p1, chose),
    (now) => show(now, heard(3100, 3090), p2.id),
    (now) => back(now, heard(3200, 3190), p1.id),
    (now) => note(now, heard(3300, 3290), 'rede', 'sem_rede'),
    (now) => recordingStopped(now, heard(4000, 3990), 'encerrada', 3990),
    (now) => end(now, at(4001), null),
  );
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  expect(log.map(({ tipo }) => tipo)).toEqual([
    'iniciada',
    'gravacao_iniciada',
    'consentimento',
    'pergunta_exibida',
    'resposta_alterada',
    'pergunta_exibida',
    'voltou',
    'pergunta_exibida',
    'rede',
    'gravacao_interrompida',
    'finalizada',
  ]);
  for (const evento of log) expect(eventoAparelho.parse(evento)).toEqual(evento);
  expect(log[4]).toMatchObject({
    mono_ms: 3001,
    gravacao: 1,
    audio_ms: 2990,
    valor: { opcoes: [ENVIO], texto: null },
  });
  expect(entrevista).toMatchObject({ seq: log.length, fase: 'concluida', nome: 'Dona Lurdes' });
});

it('takes an answer into the log once the question takes it, and keeps it until then', () => {
  const { entrevista, log } = run(
    recording,
    accepted,
    (now) => answer(now, heard(3000, 0), p2, typed('4')),
    (now) => answer(now, heard(3100, 0), p2, typed('40')),
  );
  expect(onScreen(entrevista)[p2.id]).toEqual(typed('40'));
  expect(entrevista.respostas[p2.id]).toEqual(typed('4'));
  const changes = log.filter(({ tipo }) => tipo === 'resposta_alterada');
  expect(changes.map(({ valor }) => valor?.texto)).toEqual(['4']);
  const corrected = answer(entrevista, heard(3200, 0), p2, typed('30'));
  expect(corrected.eventos[0]).toMatchObject({ valor: { texto: '30' }, valor_anterior: { texto: '4' } });
  expect(onScreen(corrected.entrevista)[p2.id]).toEqual(typed('30'));
  // The same answer again adds no event; an emptied answer adds an event with an empty value.
  expect(answer(corrected.entrevista, heard(3300, 0), p2, typed(' 30')).eventos).toEqual([]);
  const cleared = answer(corrected.entrevista, heard(3300, 0), p2, typed(''));
  expect(cleared.eventos[0]).toMatchObject({ valor: { opcoes: [], texto: null } });
});

it('never goes backwards, whatever the clocks do', () => {
  const { log } = run(
    recording,
    accepted,
    (now) => note(now, at(500), 'pausa'),
    (now) => note(now, at(2600), 'retomada'),
  );
  expect(log.map(({ mono_ms }) => mono_ms)).toEqual([0, 10, 2000, 2000, 2000, 2600]);
});

it('goes on after a fall where the sound that was kept ends', () => {
  const { entrevista, log } = run(recording, accepted, (now) => resumed(now, at(60_000), () => 45_000));
  expect(log.slice(-2)).toMatchObject([
    { tipo: 'gravacao_interrompida', motivo: 'aparelho_caiu', gravacao: 1, audio_ms: 45_000 },
    { tipo: 'retomada', gravacao: null },
  ]);
  expect(openRecording(entrevista)).toBeNull();
  expect(entrevista.semSom).toBeNull();
});

it('keeps no sound of whoever refuses it, and nobody of whoever refuses all', () => {
  const silent = run(recording, (now) => consent(now, heard(2000, 1990), 'recusou_gravacao', p1.id));
  expect(silent.apagado).toBe(true);
  expect(silent.log.map(({ tipo, motivo }) => [tipo, motivo])).toEqual([
    ['iniciada', null],
    ['gravacao_iniciada', null],
    ['consentimento', 'recusou_gravacao'],
    ['gravacao_interrompida', 'recusada'],
    ['pergunta_exibida', null],
  ]);
  expect(silent.entrevista).toMatchObject({ fase: 'perguntas', nome: 'Dona Lurdes', atual: p1.id });
  expect(silent.entrevista.semSom).not.toBeNull();

  const gone = run(recording, (now) => consent(now, heard(2000, 1990), 'recusou', p1.id));
  expect(gone.apagado).toBe(true);
  expect(gone.log.at(-1)).toMatchObject({ tipo: 'interrompida', motivo: 'Não quis participar.' });
  expect(gone.entrevista).toMatchObject({ fase: 'interrompida', nome: '', telefone: null });
});

it('erases the sound of an interview that ends before anybody said that it may be kept', () => {
  const early = run(
    recording,
    (now) => recordingStopped(now, heard(900, 890), 'encerrada', 890),
    (now) => end(now, at(1000), 'Começou a chover'),
  );
  expect(early.apagado).toBe(true);
  const later = run(recording, accepted, (now) => end(now, at(3000), 'Começou a chover'));
  expect(later.apagado).toBe(false);
  expect(later.log.at(-1)).toMatchObject({ tipo: 'interrompida', motivo: 'Começou a chover' });
});

it('stops the sound where there is no room, and goes on', () => {
  const { entrevista, log } = run(recording, accepted, (now) =>
    recordingStopped(now, heard(9000, 8990), 'sem_espaco', 8990),
  );
  expect(log.slice(-2).map(({ tipo, motivo }) => [tipo, motivo])).toEqual([
    ['gravacao_interrompida', 'sem_espaco'],
    ['sem_espaco', null],
  ]);
  expect(entrevista).toMatchObject({ fase: 'perguntas', semSom: 'Sem espaço no aparelho.' });
});

it('keeps only what a database can hold', () => {
  expect(storable('a\0b\uD800c\u{1F600}\uDC00')).toBe('abc\u{1F600}');
});

it('keeps no sound of whoever was told that there is none, and agreed to that', () => {
  const { entrevista, log, apagado } = run(
    recording,
    (now) => recordingStopped(now, heard(900, 890), 'sem_espaco', 890),
    (now) => consent(now, at(2000), 'aceito', p1.id),
  );
  expect(apagado).toBe(true);
  expect(entrevista).toMatchObject({ fase: 'perguntas', consentimento: 'aceito', atual: p1.id });
  expect(entrevista.gravacoes.map(({ fim }) => fim)).toEqual(['recusada']);
  expect(log.filter(({ tipo }) => tipo === 'consentimento')).toMatchObject([{ motivo: 'aceito' }]);
  expect(run(recording, accepted).apagado).toBe(false);
});

it('keeps neither name nor phone of somebody who was never asked', () => {
  const asked = run(recording, accepted, (now) => end(now, at(3000), 'Saiu.'));
  expect(asked.entrevista.nome).toBe('Dona Lurdes');
  const unasked = run((now) => end({ ...now, telefone: '11999990000' }, at(1000), 'Saiu.'));
  expect(unasked.entrevista).toMatchObject({ fase: 'interrompida', nome: '', telefone: null });
});

it('cuts no character in half: a server would refuse it for ever', () => {
  const ended = run(accepted, (now) => end(now, at(3000), `${'a'.repeat(499)}\u{1F600}`));
  expect(isStorable(ended.log.at(-1)!.motivo!)).toBe(true);
  const text = fieldQuestion(3);
  const given = run(accepted, (now) => answer(now, at(3000), text, typed(`${'a'.repeat(4999)}\u{1F600}`)));
  expect(given.log.at(-1)!.valor!.texto!).toBe('a'.repeat(4999));
});
