// A questionnaire as a device stores it.
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';

/** Makes question `n`, from 1. */
export const fieldQuestion = (n: number, fields: Partial<PerguntaDaVersao> = {}): PerguntaDaVersao => ({
  id: `019a0000-0000-7000-8000-0000000010${String(n).padStart(2, '0')}`,
  codigo: `P${n}`,
  texto_pergunta: `Pergunta de número ${n}?`,
  tipo: 'texto',
  multipla_escolha: false,
  campo_texto: true,
  ler_opcoes: true,
  observada: false,
  instrucao: null,
  mostrar_se: null,
  regras: null,
  minimo: null,
  maximo: null,
  unidade: null,
  ordem: n,
  respostas_definidas: [],
  ...fields,
});

export const fieldQuestionnaire = (
  questoes: PerguntaDaVersao[],
  fields: Partial<QuestionarioBaixado> = {},
): QuestionarioBaixado => ({
  id: '019a0000-0000-7000-8000-000000000001',
  nome: 'Bairros',
  descricao: null,
  pesquisa: { id: '019a0000-0000-7000-8000-000000000002', titulo: 'Cidade' },
  fechado: null,
  versao: { id: '019a0000-0000-7000-8000-000000000003', numero: 1, publicada_em: '2026-11-28T17:00:00.000Z' },
  consentimento: 'O(A) senhor(a) concorda?',
  sem_gravacao: true,
  questoes,
  creditos: { minutos_por_credito: 20, automatica: false },
  ...fields,
});
