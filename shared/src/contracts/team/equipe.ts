import { z } from 'zod';
import { dateTime, day, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Maximum people listed; those with late reviews come first. */
export const EQUIPE_MAX = 100;
/** Calls counted for each person: the newest. */
export const LIGACOES_DA_PESSOA_MAX = 2000;

const contagem = z.number().int();

export const pessoaDaEquipe = z.object({
  id: z.uuid(),
  nome: z.string(),
  ativo: z.boolean(),
  /** Assigned, unreviewed calls; `desde`: time of the first assignment. */
  ligacoes: z.object({ n: contagem, desde: dateTime.nullable() }),
  /** Unreviewed calls of samples whose deadline has passed; `prazo`: the earliest deadline. */
  atrasadas: z.object({ n: contagem, prazo: day.nullable() }),
  /** Next deadline of unreviewed calls that are not late, if any. */
  prazo: day.nullable(),
  /** False if the counts are incomplete: more calls than LIGACOES_DA_PESSOA_MAX. */
  exato: z.boolean(),
  /** Signals that wait for the person's opinion; `desde`: start of the first wait. */
  sinais: z.object({ n: contagem, desde: dateTime.nullable() }),
  /** Interviews that the person must verify; `desde`: time of the first draw. */
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
