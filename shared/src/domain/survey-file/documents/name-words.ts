/** Words that explain a number in a recording's name, without case and accents. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** Words before the interview's number. */
export const PALAVRAS_DE_ID = words(
  'id cod codigo q quest questionario ent entrev entrevista int interview prot protocolo ficha form formulario ' +
    'resp respondente registro reg caso case n no nr num numero',
);

/** Words before the number of something other than the interview: a part, a copy, a place. */
export const PALAVRAS_DE_OUTRO = words(
  'parte partes pt part take tomada v ver versao copia copy trecho bloco lote dia dias semana mes onda fase rodada etapa equipe ' +
    'grupo gravador aparelho device tablet celular chip canal ch mic entrevistador entrevistadora pesquisador pesquisadora agente ' +
    'operador operadora supervisor supervisora setor zona bairro rota rua casa quadra ap apto apartamento sala loja posto cidade ' +
    'municipio regiao cota turno hora ramal fila ano pagina disco cd pasta volume vol serie temporada episodio ep pesquisa projeto',
);

/** Words before a possible device counter. */
export const PALAVRAS_DE_APARELHO = words(
  'rec gravacao gravacoes audio audios aud ptt voice voz vn dw ds dm dr ste img vid msg wa track faixa memo nota recording sound som ' +
    'call chamada ligacao zoom tascam file arquivo new nova novo mono stereo whatsapp',
);

/** Words of file names that identify nobody. */
const NEUTRAS = words(
  'final ok completa completo feita feito concluida concluido finalizada finalizado entrevistas pesquisas as at de da do das dos e the',
);
export const isNeutral = (texto: string): boolean =>
  NEUTRAS.has(texto) ||
  PALAVRAS_DE_ID.has(texto) ||
  PALAVRAS_DE_APARELHO.has(texto) ||
  PALAVRAS_DE_OUTRO.has(texto);

const PARTICULAS = words('de da do das dos e d');
/** Words that identify a person. @param runs runs of letters and digits */
export const nameWords = (runs: readonly string[]): string[] =>
  runs.filter((run) => !/^\d/u.test(run) && !PARTICULAS.has(run));
