import { z } from 'zod';
import { dateTime, day, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Greatest number of people of a team that are listed: those with late reviews first. */
export const EQUIPE_MAX = 100;
/** Newest calls of each person that are counted. */
export const LIGACOES_DA_PESSOA_MAX = 2000;

const contagem = z.number().int();

export const pessoaDaEquipe = z.object({
  id: z.uuid(),
  nome: z.string(),
  ativo: z.boolean(),
  /** Assigned calls that nobody reviewed; `desde`: when the first of them was assigned. */
  ligacoes: z.object({ n: contagem, desde: dateTime.nullable() }),
  /**
   * Number of those calls that belong to a sample whose deadline has passed; `prazo`: the earliest of these deadlines.
   */
  atrasadas: z.object({ n: contagem, prazo: day.nullable() }),
  /** The next term of the others; null: none has one. */
  prazo: day.nullable(),
  /** False: the person has more calls than are counted. */
  exato: z.boolean(),
  /** Signals that wait for the person's opinion, and since when the first does. */
  sinais: z.object({ n: contagem, desde: dateTime.nullable() }),
  /** Interviews that the person is to verify, and since when the first is drawn. */
  verificacoes: z.object({ n: contagem, desde: dateTime.nullable() }),
});
export type PessoaDaEquipe = z.infer<typeof pessoaDaEquipe>;

export const getTrabalhoDaEquipe = defineContract({
  id: 'getTrabalhoDaEquipe',
  method: 'GET',
  path: '/equipe/trabalho',
  access: { who: 'user', can: ['user', 'read'] },
  summary: `Quem tem o quê para revisar, desde quando e o que passou do prazo (até ${EQUIPE_MAX} pessoas, as mais atrasadas antes; de cada uma contam as ${LIGACOES_DA_PESSOA_MAX} ligações mais novas)`,
  tag: 'Itens de auditoria',
  topic: 'revisao',
  response: ok(z.array(pessoaDaEquipe)),
});
