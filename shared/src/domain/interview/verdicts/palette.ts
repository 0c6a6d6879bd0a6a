/** The palette of verdicts, for light and dark pages. */
import { LETRA_DO_VEREDITO } from './matrix.ts';
import { VEREDITOS, type Veredito } from './verdict.ts';

/** Order of the legend, frequent verdicts first. */
export const VEREDITOS_EM_ORDEM: readonly Veredito[] = [
  'confere',
  'diverge',
  'nao_perguntada',
  'induzida',
  'inaudivel',
  'a_revisar',
  'nao_se_aplica',
];

const DA_LETRA = new Map(VEREDITOS.map((veredito) => [LETRA_DO_VEREDITO[veredito], veredito]));

export const verdictOfLetter = (letra: string): Veredito | null => DA_LETRA.get(letra) ?? null;

/** Text of a cell: '·' for 'nao_se_aplica', because an 'X' would look like a fault. */
export const GLIFO: Record<Veredito, string> = { ...LETRA_DO_VEREDITO, nao_se_aplica: '·' };

export type Cor = { fundo: string; letra: string };

/**
 * Letters have a contrast of at least 4.5:1. Blue, vermilion, yellow and purple differ for every colour vision (Okabe &
 * Ito).
 */
export const CORES: Record<'claro' | 'escuro', Record<Veredito, Cor>> = {
  claro: {
    confere: { fundo: '#dceee7', letra: '#1c5a4a' },
    diverge: { fundo: '#b84a00', letra: '#ffffff' },
    nao_perguntada: { fundo: '#4a1d73', letra: '#ffffff' },
    induzida: { fundo: '#f0c419', letra: '#3a2c00' },
    inaudivel: { fundo: '#cdd2d6', letra: '#33383d' },
    a_revisar: { fundo: '#2f74c0', letra: '#ffffff' },
    nao_se_aplica: { fundo: '#f6f8f8', letra: '#626b72' },
  },
  escuro: {
    confere: { fundo: '#1f3d36', letra: '#a8dccb' },
    diverge: { fundo: '#e0702a', letra: '#1b0d00' },
    nao_perguntada: { fundo: '#e0ccff', letra: '#1d0a30' },
    induzida: { fundo: '#e3c23b', letra: '#2a2000' },
    inaudivel: { fundo: '#4a5157', letra: '#eceff1' },
    a_revisar: { fundo: '#4a90e0', letra: '#06182b' },
    nao_se_aplica: { fundo: '#1c2326', letra: '#98a2a9' },
  },
};

/**
 * Colours of bars on paper: the light backgrounds, with a stronger green, because the pale green would be invisible.
 */
export const PAPEL: Record<Veredito, string> = {
  ...(Object.fromEntries(VEREDITOS.map((veredito) => [veredito, CORES.claro[veredito].fundo])) as Record<
    Veredito,
    string
  >),
  confere: CORES.claro.confere.letra,
};
