/**
 * Planted cases: faults that accuse an interviewer, reading faults that mark a cell, and traps that must accuse nobody.
 */
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';

export const FALHAS = [
  'opção trocada',
  'número trocado',
  'correção ignorada',
  'texto trocado',
  'texto invertido',
  'a primeira',
  'opção negada',
  'ano de nascimento errado',
  'eco errado',
  'não sabe trocado por valor',
  'resposta em branco',
  'múltipla trocada',
  'opção a menos',
  'opção a mais',
  'pulada',
  'gêmea pulada',
  'bloco pulado',
  'pergunta com resposta',
  'opinião própria',
  'sugere opção',
  'responde por',
  'opções parciais',
] as const;
export type Falha = (typeof FALHAS)[number];

/** The only verdict that counts as finding a fault. */
export function accusationOf(falha: Falha): Veredito {
  if (falha === 'pulada' || falha === 'gêmea pulada' || falha === 'bloco pulado') return 'nao_perguntada';
  const led: readonly Falha[] = [
    'pergunta com resposta',
    'opinião própria',
    'sugere opção',
    'responde por',
    'opções parciais',
  ];
  return led.includes(falha) ? 'induzida' : 'diverge';
}

/** Reading faults: a mark beside a verdict that stays 'confere'. */
export const MARCADAS = [
  'cauda cortada',
  'opção cortada',
  'adjetivo',
  'paráfrase',
  'fora de ordem',
  'cauda cortada e respondida',
  'opção cortada e respondida',
] as const;
export type Marcada = (typeof MARCADAS)[number];

/** Traps: difficulties put in on purpose that are nobody's fault. */
export const ARMADILHAS = [
  'pergunta repetida',
  'opções relidas',
  'sondagem neutra',
  'verificação',
  'eco certo',
  'não sabe registrado',
  'recusa registrada',
  'injeção falada',
  'injeção digitada',
  'injeção em opção',
  'ruído na resposta',
  'lacuna na gravação',
  'sem resposta',
  'opção mal ouvida',
  'resposta vaga',
  'outras palavras, não notada',
  'mal ouvida no ruído',
  'lacuna depois da resposta',
] as const;
export type Armadilha = (typeof ARMADILHAS)[number];

/** Traps that no judge can settle, or that the model's first call (A) misses. */
const ABERTAS: ReadonlySet<Armadilha> = new Set([
  'sem resposta',
  'opção mal ouvida',
  'resposta vaga',
  'outras palavras, não notada',
  'mal ouvida no ruído',
  'lacuna depois da resposta',
]);

/** The verdict of an infallible judge on a trap. */
export function verdictOfTrap(armadilha: Armadilha): Veredito {
  if (armadilha === 'ruído na resposta' || armadilha === 'lacuna na gravação') return 'inaudivel';
  return ABERTAS.has(armadilha) ? 'a_revisar' : 'confere';
}
