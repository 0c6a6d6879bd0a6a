/** Reads the sign-in's inputs, because a person or the browser may fill them in before the page's code arrives. */
import { maskitoTransform } from '@maskito/core';
import type { Mask } from '../../lib/text/masks.ts';
import type { LoginFields } from './auth-form.ts';

const input = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
};

/** The present field values; fields that the form does not show keep their values. */
export function typedIn(form: HTMLFormElement, fields: LoginFields): LoginFields {
  return {
    cnpj: input(form, 'cnpj')?.value ?? fields.cnpj,
    email: input(form, 'email')?.value ?? fields.email,
    password: input(form, 'password')?.value ?? fields.password,
  };
}

/**
 * The sign-in's prerendered form (vite/prerender.ts) and the focused element; null if no form was prerendered, or if
 * React has already taken the form over.
 */
export function drawnForm() {
  const form = globalThis.document?.querySelector('[data-desenho="/auth"] form');
  return form ? { form, active: document.activeElement } : null;
}

/**
 * Copies typed text and focus into the form that React draws anew. React does so if something has changed the
 * prerendered page, such as a password manager that adds a button.
 */
export function takeOver(drawn: NonNullable<ReturnType<typeof drawnForm>>, form: HTMLFormElement): void {
  document.querySelector('[data-desenho]')?.removeAttribute('data-desenho');
  for (const old of drawn.form.querySelectorAll('input')) {
    const anew = input(form, old.name);
    if (anew && old.value !== old.defaultValue) anew.value = old.value;
    if (old === drawn.active) anew?.focus();
  }
}

/** Formats text that was typed before its mask loaded; the caret stays between the same characters. */
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
  // In some browsers setting a selection also focuses the input.
  if (document.activeElement === typed) typed.setSelectionRange(...fitted.selection);
}
