/** Conditions for people: 'P1: Sim ou Não', 'P2 de 16 a 24; e P3, exceto: Nenhum'. */
import { type Faixa, type Ligacao, type MostrarSe, type Teste, testsOf } from './conditions.ts';

type PerguntaNomeada = {
  id: string;
  codigo: string;
  opcoes: readonly { id: string; texto: string }[];
};

/** Words between tests; the options of a single test are joined by 'ou'. */
export const BETWEEN_TESTS: Record<Ligacao, string> = { e: '; e ', ou: '; ou ' };

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 });

/** A range for people: 'de 16 a 24', 'até 24'. */
export function describeRange({ de, ate }: Faixa): string {
  if (de === null) return ate === null ? 'qualquer número' : `até ${decimal.format(ate)}`;
  if (ate === null) return `a partir de ${decimal.format(de)}`;
  return de === ate ? decimal.format(de) : `de ${decimal.format(de)} a ${decimal.format(ate)}`;
}

function describeTest(one: Teste, perguntas: readonly PerguntaNomeada[]): string {
  const asked = perguntas.find(({ id }) => id === one.perguntaId);
  if (!asked) return 'uma pergunta que não existe mais';
  const names = (ids: readonly string[]) =>
    ids
      .map((id) => asked.opcoes.find((opcao) => opcao.id === id)?.texto ?? 'uma opção que não existe mais')
      .join(' ou ');
  if ('opcoes' in one) return `${asked.codigo}: ${names(one.opcoes)}`;
  if ('exceto' in one) return `${asked.codigo}, exceto: ${names(one.exceto)}`;
  if ('contem' in one) return `${asked.codigo} com “${one.contem}”`;
  return `${asked.codigo} ${describeRange(one)}`;
}

/** A condition in words, with the questions' codes. */
export function describeCondition(condition: MostrarSe, perguntas: readonly PerguntaNomeada[]): string {
  const { liga, testes } = testsOf(condition);
  return testes.map((one) => describeTest(one, perguntas)).join(BETWEEN_TESTS[liga]);
}
