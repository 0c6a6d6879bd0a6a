/** The printed questionnaires, with the texts around their questions. */
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { CIDADE, LOJA, type PerguntaVerdade } from '../questionnaires.ts';
import { BAIRRO } from './neighbourhood.ts';

export type Documento<P extends PerguntaCongelada = PerguntaVerdade> = {
  nome: string;
  titulo: string;
  apresentacao: string;
  perguntas: readonly P[];
  /** Questions with common options that may be printed as rows under a stem. */
  bateria: { tronco: string; itens: ReadonlyMap<string, string> };
};

const APRESENTACAO =
  'Bom dia, meu nome é Ana, sou do instituto e estou fazendo uma pesquisa rápida. A entrevista é gravada e ninguém será identificado. O senhor aceita participar?';

export const DOCUMENTOS: readonly Documento[] = [
  {
    nome: 'cidade',
    titulo: 'Pesquisa de opinião sobre os serviços da cidade',
    apresentacao: APRESENTACAO,
    perguntas: CIDADE,
    bateria: {
      tronco:
        'O(A) senhor(a) está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com cada um destes serviços?',
      itens: new Map([
        ['c8', 'A coleta de lixo da sua rua'],
        ['c9', 'A iluminação das praças'],
      ]),
    },
  },
  {
    nome: 'loja',
    titulo: 'Pesquisa com clientes do supermercado',
    apresentacao: APRESENTACAO,
    perguntas: LOJA,
    bateria: {
      tronco: 'Como a senhora avalia cada um destes pontos da loja?',
      itens: new Map([
        ['l4', 'A limpeza da loja'],
        ['l5', 'A variedade de produtos da loja'],
      ]),
    },
  },
  {
    nome: 'bairro',
    titulo: 'Pesquisa do bairro',
    apresentacao: APRESENTACAO,
    perguntas: BAIRRO,
    bateria: {
      tronco: 'Como a senhora avalia cada um destes aspectos do bairro?',
      itens: new Map([
        ['b3', 'A limpeza das ruas do bairro'],
        ['b4', 'A segurança nas praças do bairro'],
        ['b5', 'A oferta de médicos no posto de saúde'],
      ]),
    },
  },
];
