/** Effective date of the terms of use, stored with each acceptance. Change it when web/src/features/legal changes. */
export const TERMOS_VERSAO = '2026-11-21';
