/**
 * Detects foreign languages by script and function words: speech models invent foreign text in silence
 * (ggml-org/whisper.cpp, issue 2539; PocketShell-io/pocketshell, issue 452).
 */

/** Function words, without accents, that Portuguese lacks. */
const LITTLE_WORDS: readonly ReadonlySet<string>[] = [
  // English
  'the and you is are was were of it this that with have has your thank thanks what we not in can will if they there here from our please about would how when his her just like know going'.split(
    ' ',
  ),
  // Spanish
  'el los las y es en una con pero muy usted ustedes hola gracias bueno buenos yo su del al cuando donde tambien ahora entonces hay soy estoy tengo puedo quiere muchas llamar senora senor mi hasta'.split(
    ' ',
  ),
  // French
  'les et est vous nous pour dans avec merci des je sur bonjour ce cette aux il elle suis votre oui bien'.split(
    ' ',
  ),
  // Italian
  'il di che non per una sono grazie questo questa della gli ciao anche io mi perche molto buongiorno siamo nel'.split(
    ' ',
  ),
  // German
  'der die und ist nicht ich sie wir fur mit ein eine auf danke zu den von im es auch wie sind'.split(' '),
].map((words) => new Set(words));

/** Function words, without accents, that only Portuguese has. */
const PORTUGUESE: ReadonlySet<string> = new Set(
  'nao voce voces em na nas da das dos ao aos um uma com eu meu minha muito entao obrigado obrigada senhor senhora pra isso isto tambem ja foi tem os ou bom boa seu sua ele ela mais quando aqui agora sim'.split(
    ' ',
  ),
);

const WORDS_MIN = 4;
/** From this many words on, a smaller share of function words suffices. */
const WORDS_MANY = 6;
const SHARE_OF_FEW = 0.6;
const SHARE_OF_MANY = 0.3;
const FOREIGN_MIN = 3;
/** Least number and share of another script's letters in a foreign text. */
const LETTERS_MIN = 3;
const LETTERS_SHARE = 0.5;
const LETTER = /\p{L}/gu;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/gu;

/** True if a text is not Portuguese. @param words the text's words, normalised */
export function isForeign(texto: string, words: readonly string[]): boolean {
  const others = texto.match(OTHER_LETTER)?.length ?? 0;
  if (others >= LETTERS_MIN && others >= (texto.match(LETTER)?.length ?? 0) * LETTERS_SHARE) return true;
  if (words.length < WORDS_MIN) return false;
  const own = words.filter((word) => PORTUGUESE.has(word)).length;
  const share = words.length < WORDS_MANY ? SHARE_OF_FEW : SHARE_OF_MANY;
  return LITTLE_WORDS.some((little) => {
    const found = words.filter((word) => little.has(word)).length;
    return found >= FOREIGN_MIN && found >= words.length * share && found >= 4 * own;
  });
}
