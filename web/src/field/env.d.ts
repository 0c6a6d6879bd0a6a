/** The product's version, set by vite.entrevista.config.ts. */
declare const __VERSAO__: string;
