// SQL: writes questions and options as sets.

import type { Db } from '@escuta/prisma/db';
import type { OpcaoEspecial, TipoPergunta } from '../../domain/interview/comparison/compare-answer.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';

export type OpcaoRow = {
  id: string;
  texto_resposta: string;
  valor: number;
  ordem: number;
  sinonimos: string[];
  especial: OpcaoEspecial | null;
  /** RegrasDaOpcao; null: no rules. */
  regras: unknown;
};

export type PerguntaTexto = {
  codigo: string;
  texto_pergunta: string;
  tipo: TipoPergunta;
  obrigatoria: boolean;
  ler_opcoes: boolean;
  observada: boolean;
  instrucao: string | null;
  /** MostrarSe; null: the question is always asked. */
  mostrar_se: unknown;
  /** RegrasDaPergunta; null: no rules. */
  regras: unknown;
  minimo: number | null;
  maximo: number | null;
  unidade: string | null;
  ativo: boolean;
};
export type PerguntaRow = PerguntaTexto & {
  id: string;
  questionario_id: string;
  ordem: number;
  opcoes: OpcaoRow[];
};

const ownerColumns = (owner: { empresaId: string; questionarioId: string }) => ({
  empresa_id: owner.empresaId,
  questionario_id: owner.questionarioId,
});
const timestampColumns = () => {
  const at = new Date().toISOString();
  return { created_at: at, updated_at: at };
};

/** Inserts questions with options at once; ids and positions are given. */
export async function insertPerguntas(
  db: Db,
  owner: { empresaId: string; questionarioId: string },
  perguntas: readonly PerguntaRow[],
): Promise<void> {
  await insertRows(
    db,
    'perguntas',
    perguntas.map(({ opcoes: _, ...pergunta }) => ({
      ...pergunta,
      ...ownerColumns(owner),
      ...timestampColumns(),
    })),
  );
  await insertRows(
    db,
    'respostas_definidas',
    perguntas.flatMap(({ id, opcoes }) =>
      opcoes.map((opcao) => ({ ...opcao, empresa_id: owner.empresaId, pergunta_id: id })),
    ),
  );
}
