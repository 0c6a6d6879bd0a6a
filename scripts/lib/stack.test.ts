import { expect, it } from 'vitest';
import { needsDemoAi } from './stack.mjs';

it('uses the server that the environment names, with a key or without, and the demo AI only where it names none', () => {
  const local = 'http://127.0.0.1:11434/v1';
  expect(needsDemoAi({})).toBe(true);
  // OpenAI's servers answer nothing without a key.
  expect(needsDemoAi({ OPENAI_BASE_URL: 'https://api.openai.com/v1/' })).toBe(true);
  expect(needsDemoAi({ OPENAI_BASE_URL: local })).toBe(false);
  expect(needsDemoAi({ OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: local })).toBe(false);
  expect(needsDemoAi({ OPENAI_API_KEY: 'sk' })).toBe(false);
});
