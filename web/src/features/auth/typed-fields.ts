/** Text in the sign-in's inputs, typed or filled in by the browser, perhaps before the page's code arrived. */
import { maskitoTransform } from '@maskito/core';
import type { Mask } from '../../lib/text/masks.ts';
import type { LoginFields } from './auth-form.ts';

const input = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
};

/** The fields as they stand in the form; those that it does not show stay as they are. */
export function typedIn(form: HTMLFormElement, fields: LoginFields): LoginFields {
  return {
    cnpj: input(form, 'cnpj')?.value ?? fields.cnpj,
    email: input(form, 'email')?.value ?? fields.email,
    password: input(form, 'password')?.value ?? fields.password,
  };
}

/**
 * The sign-in's form as it came drawn (vite/prerender.ts), and what had the focus; null where none did, or it was taken
 * over.
 */
export function drawnForm() {
  const form = globalThis.document?.querySelector('[data-desenho="/auth"] form');
  return form ? { form, active: document.activeElement } : null;
}

/**
 * Takes the drawn form over. React draws the page anew where another hand changed it meanwhile (a password manager puts
 * its button beside an input): what was typed, and the focus, then go along.
 */
export function takeOver(drawn: NonNullable<ReturnType<typeof drawnForm>>, form: HTMLFormElement): void {
  document.querySelector('[data-desenho]')?.removeAttribute('data-desenho');
  for (const old of drawn.form.querySelectorAll('input')) {
    const anew = input(form, old.name);
    if (anew && old.value !== old.defaultValue) anew.value = old.value;
    if (old === drawn.active) anew?.focus();
  }
}

/** Punctuates what was typed before its mask was there; the caret stays between the same characters. */
export function punctuate(form: HTMLFormElement, name: keyof LoginFields, mask: Mask): void {
  const typed = input(form, name);
  if (!typed) return;
  const { value, selectionStart, selectionEnd } = typed;
  const fitted = maskitoTransform(
    { value, selection: [selectionStart ?? value.length, selectionEnd ?? value.length] },
    mask,
  );
  if (fitted.value === value) return;
  typed.value = fitted.value;
  // A selection that is set takes the focus in some browsers.
  if (document.activeElement === typed) typed.setSelectionRange(...fitted.selection);
}
