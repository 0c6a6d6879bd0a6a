// npm run textos -- [seed] [number]: draws texts of the product at random, always the same for a seed, for a person to
// read critically.
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { allTexts } from './textos/texts.ts';

const [seed = 1, number = 300] = process.argv.slice(2).map(Number);
const random = seededRandom(seed);
const texts = allTexts();
const drawn = texts
  .map((text) => ({ text, place: random() }))
  .sort((a, b) => a.place - b.place)
  .slice(0, number);
for (const { text } of drawn) console.log(`${text.path}:${text.line}\t${text.text}`);
console.log(`${drawn.length} of ${texts.length}`);
