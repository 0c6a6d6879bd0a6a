// Audits of the portal as the worker leaves them after reading, for tests of people's acts.

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ColunaDoPreparoGravada,
  type EstadoPreparo,
  nadaContado,
  PAPEIS_ARQUIVO,
  PREPARO_CONFIRMADO,
} from '@escuta/shared/domain/audit-preparation';
import type { PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';
import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { TestDeps } from './app.ts';

export function perguntaLida(codigo: string, texto: string, opcoes: string[] = []): PerguntaLida {
  return {
    codigo,
    texto,
    tipo: opcoes.length > 0 ? 'escolha' : 'texto',
    obrigatoria: true,
    ler_opcoes: false,
    instrucao: null,
    minimo: null,
    maximo: null,
    unidade: null,
    opcoes: opcoes.map((one, index) => ({ texto: one, valor: index + 1, especial: null })),
    mostrar_se: null,
    avisos: [],
  };
}

export const QUESTIONARIO: QuestionarioLido = {
  titulo: 'Pesquisa de bairro',
  apresentacao: 'Bom dia, podemos conversar?',
  perguntas: [perguntaLida('P1', 'Mora aqui?', ['Sim', 'Não']), perguntaLida('P2', 'O que falta no bairro?')],
  sobras: [],
};

export function coluna(
  n: number,
  cabecalho: string,
  papel: PapelColuna,
  fields: Partial<ColunaDoPreparoGravada> = {},
): ColunaDoPreparoGravada {
  return {
    ...{ n, cabecalho, papel, pergunta: null, opcao: null, regra: 'texto igual', exemplos: [] },
    amostra: [],
    nao_reconhecidas: { ...nadaContado(), de: 0 },
    ...fields,
  };
}

/** The sheet's columns: id, name, telephone, P1, P2 and remarks. */
export const COLUNAS = [
  coluna(0, 'ID', 'identificador'),
  coluna(1, 'Nome', 'nome'),
  coluna(2, 'Telefone', 'telefone'),
  coluna(3, 'P1', 'pergunta', { pergunta: 0, exemplos: ['Sim'] }),
  coluna(4, 'P2', 'pergunta', { pergunta: 1 }),
  coluna(5, 'Obs', 'ignorar', { regra: 'não reconhecida' }),
];

export type NovaGravacao = {
  nome: string;
  /** Number of the recording's row in the sheet. */
  linha?: number;
  duracaoMs?: number;
  motivo?: string;
  candidatas?: number[];
  som?: Buffer;
};

/** Makes a row's cells in the sheet of COLUNAS. `n` is the row's number as spreadsheet programs count rows. */
export const celulas = (n: number) => [
  `Q${String(n).padStart(3, '0')}`,
  `Pessoa ${n}`,
  `1199999${String(n).padStart(4, '0')}`,
  'Sim',
  'Luz',
  '',
];

/**
 * Creates a preparation, by default ready for a person's decision. Its rows are numbered from 2, and each of the first
 * two rows has a recording of 10 minutes. The sound is stored for recordings with `som`.
 */
export async function createPreparo(
  deps: Pick<TestDeps, 'prisma' | 'store'>,
  projeto: { id: string; empresaId: string },
  fields: {
    estado?: EstadoPreparo;
    autorId?: string | null;
    linhas?: string[][];
    gravacoes?: NovaGravacao[];
    colunas?: ColunaDoPreparoGravada[];
    questionario?: QuestionarioLido;
    expiraEm?: Date;
  } = {},
) {
  const id = randomUUID();
  const { empresaId } = projeto;
  const estado = fields.estado ?? 'pronto';
  const linhas = fields.linhas ?? [2, 3, 4].map(celulas);
  const gravacoes = fields.gravacoes ?? [
    { nome: 'audios/Q002.mp3', linha: 2 },
    { nome: 'audios/Q003.mp3', linha: 3 },
  ];
  const confirmed = PREPARO_CONFIRMADO.some((one) => one === estado);
  const preparo = await deps.prisma.auditoriaPreparo.create({
    data: {
      id,
      empresaId,
      projetoId: projeto.id,
      autorId: fields.autorId ?? null,
      estado,
      questionario: fields.questionario ?? QUESTIONARIO,
      colunas: fields.colunas ?? COLUNAS,
      avisos: ['A planilha tem uma linha a mais que gravações.'],
      aba: 'Respostas',
      expiraEm: fields.expiraEm ?? new Date(Date.now() + 7 * 86_400_000),
      ...(confirmed ? { confirmadoEm: new Date(), creditosConfirmados: 2 } : {}),
      arquivos: {
        create: PAPEIS_ARQUIVO.map((papel) => ({
          papel,
          empresaId,
          nome: { audio: 'a.mp3', perguntas: 'q.docx', planilha_respostas: 'r.xlsx', zip_audios: 'z.zip' }[
            papel
          ],
          tamanho: 1000n,
          lidoEm: new Date(),
        })),
      },
      linhas: { create: linhas.map((cells, index) => ({ n: index + 2, empresaId, celulas: cells })) },
    },
  });
  const feitas: { id: string; nome: string }[] = [];
  for (const [indice, { nome, linha, duracaoMs, motivo, candidatas, som }] of gravacoes.entries()) {
    const gravacaoId = randomUUID();
    const chave = `${empresaId}/preparos/${id}/${gravacaoId}`;
    if (som) await deps.store.put(chave, Readable.from([som]), { contentType: 'audio/mpeg' });
    await deps.prisma.preparoGravacao.create({
      data: {
        id: gravacaoId,
        preparoId: id,
        empresaId,
        origem: 'zip_audios',
        indice,
        nome,
        ...(motivo === undefined
          ? {
              tipo: 'audio/mpeg',
              tamanho: BigInt(som?.length ?? 1000),
              sha256: createHash('sha256')
                .update(som ?? gravacaoId)
                .digest('hex'),
              chaveObjeto: chave,
              duracaoMs: duracaoMs ?? 600_000,
            }
          : { motivo }),
        ...(linha === undefined ? {} : { linhaN: linha, regra: 'identificador' }),
        candidatas: candidatas ?? [],
      },
    });
    feitas.push({ id: gravacaoId, nome });
  }
  return { ...preparo, gravacoes: feitas };
}
