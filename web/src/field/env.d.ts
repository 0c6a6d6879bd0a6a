/** The product's version, put in by vite.entrevista.config.ts. */
declare const __VERSAO__: string;
